// Plays a file while other players are silent, as a program for Apple's systems does with AVAudioSession:
// share-output FILE [mix|duck]

import Foundation
import PhonolithMediaModel
import PhonolithPlayback

func begin(_ options: AudioSession.Options) async throws {
    let session = AudioSession.shared
    try await session.setCategory(.playback, options: options)
    // Players on the desktop pause; each thing that cannot be done is a remark.
    for remark in try await session.setActive(true) { print(remark) }
    let route = try await session.currentRoute
    print("plays on \(route.outputs.map(\.description).joined(separator: ", "))")
    if try await session.isOtherAudioPlaying { print("others play, too") }
}

func end() async throws {
    // Players that the user has not touched since resume.
    try await AudioSession.shared.setActive(false, notifyingOthers: true)
}

func report() async -> Task<Void, Never> {
    let events = await AudioSession.shared.events()
    return Task {
        for await event in events {
            switch event {
            case .interruptionBegan: print("a call begins")
            case .interruptionEnded(let shouldResume): print("it ended; play on: \(shouldResume)")
            case .routeDidChange(.oldDeviceUnavailable, let previous):
                print("unplugged: \(previous.outputs.map(\.name))")
            case .routeDidChange(let reason, _): print("route: \(reason)")
            case .mediaServicesWereLost: print("the sound server is gone")
            case .mediaServicesWereReset: print("the sound server is back")
            case .silenceSecondaryAudioBegan: print("another player plays")
            case .silenceSecondaryAudioEnded: print("no other player plays")
            case .outputVolumeDidChange(let volume): print("volume: \(volume)")
            }
        }
    }
}

func play(_ path: MediaPath) async {
    let player = QueuePlayer(to: .pulse)
    let events = await player.events()
    await player.setQueue(with: [PlayerItem(.file(path))])
    await player.play()
    for await event in events {
        if case .outputFailed(let error) = event { print(error) }
        if await player.playbackState == .stopped { break }
    }
    await player.close()
}

let arguments = Array(CommandLine.arguments.dropFirst())
let known: [String: AudioSession.Options] = ["mix": .mixWithOthers, "duck": .duckOthers]
guard let path = arguments.first,
    let options = arguments.count == 1 ? [] : known[arguments[1]]
else {
    print("usage: share-output FILE [mix|duck]")
    exit(64)
}
do {
    let reporting = await report()
    try await begin(options)
    await play(MediaPath(path))
    try await end()
    reporting.cancel()
    print("played")
} catch {
    print(error)
    exit(1)
}
