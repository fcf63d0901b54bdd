import PhonolithPlayQueues

// Changes that other programs ask the player of a queue for.

extension QueuePlayer {
    /// Does what other programs ask for from now on, as long as the queue is this player's.
    func takeRequests() {
        guard requests == nil, let pause = library?.pauseBetweenRequests else { return }
        requests = Task { [weak self] in
            while await self?.answerRequests() == true {
                // It ends when the player does.
                do { try await Task.sleep(for: pause) } catch { return }
            }
        }
    }

    /// - Returns: Whether there may be more.
    private func answerRequests() async -> Bool {
        do {
            var request: ReceivedRequest?
            while let library, !isClosed {
                let count = keepingCount
                let news = try await library.news(beside: request)
                request = news.request
                if let changed = news.changed {
                    // A queue that was changed meanwhile is compared once more.
                    guard count == keepingCount else { continue }
                    take(changed)
                }
                guard let taken = request else { break }
                await answer(taken)
                request = nil
            }
        } catch let refusal as QueueEdit.Refusal {
            tell(.libraryFailed(refusal.description))
        } catch {
            // A library that cannot be asked now is asked the next time.
        }
        return !isClosed
    }

    private func answer(_ request: ReceivedRequest) async {
        do throws(QueueEdit.Refusal) {
            switch try QueueRequest(json: request.edit) {
            case .edit(let edit): try await apply(edit, for: request)
            case .order(let order):
                try obey(order)
                library?.answer(
                    request, refusal: "", report: report, onFailure: tellFailure)
            }
        } catch {
            library?.answer(
                request, refusal: error.description, report: nil, onFailure: tellFailure)
        }
    }

    /// Makes a change that a program asks for; returns when the queue is kept, and the request answered with it.
    private func apply(
        _ edit: QueueEdit, for request: ReceivedRequest
    ) async throws(QueueEdit.Refusal) {
        guard let library else { return }
        if case .setDevices(let names) = edit {
            setOutputDevices(names)
            return library.answer(
                request, refusal: "", report: nil, onFailure: tellFailure)
        }
        // Without an answer, the program changes what this player has kept.
        guard !isClosed else { return }
        try refuseWhilePlaying(edit)
        let old = queue
        var new = queue
        try new.apply(edit)
        doneRequests.append(request)
        if case .replace(_, _, _, let time) = edit {
            // The item heard here, and its place, were noted when it was paused; the program has played on since.
            let isSameEntry = new.current?.id == old.current?.id
            replaceQueue(
                new, from: time, isContinued: true,
                isCounted: isSameEntry && listening?.wasPlayed == true)
        } else {
            self.edit(to: new)
        }
        if new.repeatMode != old.repeatMode { tell(.repeatModeDidChange(new.repeatMode)) }
        if new.shuffleMode != old.shuffleMode { tell(.shuffleModeDidChange(new.shuffleMode)) }
        // It is kept when all that was to be written before is.
        if let failure = await library.keepingFailure() {
            throw QueueEdit.Refusal(
                description: "the player made the change, but cannot save its queue: \(failure)")
        }
    }

    /// The playing queue is not replaced by that of another program.
    private func refuseWhilePlaying(_ edit: QueueEdit) throws(QueueEdit.Refusal) {
        if case .replace = edit, ![.stopped, .paused].contains(playbackState) {
            throw QueueEdit.Refusal(
                description: "the queue is playing; pause its player, or change the queue there")
        }
    }

    /// Plays on without what is hidden now, and from the new places of files that were moved.
    private func take(_ stored: KeptQueue) {
        guard let library, !isClosed else { return }
        var new = queue
        new.takeOver(stored.queue, since: queue)
        library.take(stored)
        edit(to: new)
    }
}
