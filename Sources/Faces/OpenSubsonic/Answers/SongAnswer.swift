import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStreaming
import PhonolithUsers
import PhonolithWorker

/// A song, episode or video as `Child`.
struct SongAnswer: Sendable {
    let item: MediaItem
    let context: ItemContext?
    /// The parent of a file in a directory: the directory itself.
    var parent: SubsonicID?

    var object: SubsonicObject {
        var object = SubsonicObject()
        object.add("id", "\(SubsonicID.song(item.persistentID))")
        object.add("parent", (parent ?? context.map { .folder($0.folder) })?.description)
        object.add("isDir", false)
        object.add("title", item.shownTitle)
        object.add("album", item.albumTitle)
        object.add("artist", item.artist)
        object.add("track", item.albumTrackNumber)
        object.add("year", item.releaseDate?.year)
        object.add("genre", item.genres.first)
        object.add("coverArt", coverArt)
        // Of a part of a file no bytes are sent as they are, and the file's size would mislead.
        let made = item.location.startTime == nil ? nil : item.usualTranscode
        object.add("size", made == nil ? item.location.fileSize : nil)
        object.add("contentType", item.mimeType)
        object.add("suffix", item.location.path.pathExtension)
        object.add("transcodedContentType", made?.mimeType)
        object.add("transcodedSuffix", made?.rawValue)
        object.add("duration", (item.playbackDuration ?? 0).wholeSeconds)
        object.add("bitRate", item.bitRate)
        object.add("path", item.location.relativePath.description)
        object.add("isVideo", item.isVideo)
        object.add("discNumber", item.discNumber)
        object.add("created", item.userValues.dateAdded.iso8601)
        object.add("albumId", item.albumPersistentID.map { "\(SubsonicID.album($0))" })
        object.add("artistId", item.artistPersistentID.map { "\(SubsonicID.artist($0))" })
        object.add("type", item.kindName)
        addUserValues(to: &object)
        if item.isVideo {
            object.add("originalWidth", item.width)
            object.add("originalHeight", item.height)
        }
        addOpenFields(to: &object)
        return object
    }

    private var coverArt: String? {
        item.artwork.first.map {
            "\(CoverArtID(.song(item.persistentID), sha256: $0.sha256))"
        }
    }

    private func addUserValues(to object: inout SubsonicObject) {
        let values = item.userValues
        object.add("playCount", values.playCount)
        object.add("starred", values.favoriteDate?.iso8601)
        // The protocol has no rating of 0.
        object.add("userRating", values.rating.flatMap { $0 > 0 ? $0 : nil })
        object.add("bookmarkPosition", values.bookmarkTime.map(\.milliseconds))
        object.addOpen("played", values.lastPlayedDate?.iso8601)
    }

    /// Fields of OpenSubsonic: one that a server knows is always sent, empty if there is no value.
    private func addOpenFields(to object: inout SubsonicObject) {
        object.addOpen("mediaType", "song")
        object.addOpen("bitDepth", item.bitDepth)
        object.addOpen("samplingRate", item.sampleRate)
        object.addOpen("channelCount", item.channelCount)
        object.addOpen("bpm", item.beatsPerMinute ?? 0)
        object.addOpen("comment", item.comments ?? "")
        object.addOpen("sortName", item.titleSort ?? "")
        object.addOpen("musicBrainzId", item.musicBrainzRecordingID ?? "")
        object.addOpen("isrc", item.isrc?.split(separator: "; ").map(String.init) ?? [])
        object.addOpen("genres", item.genres.map { SubsonicObject("name", .text($0)) })
        object.addOpen("artists", Self.names(context?.artists))
        object.addOpen("displayArtist", item.artist ?? "")
        object.addOpen("albumArtists", Self.names(context?.albumArtists))
        object.addOpen("displayAlbumArtist", item.albumArtist ?? item.artist ?? "")
        object.addOpen("contributors", contributors)
        object.addOpen("displayComposer", item.composer ?? "")
        object.addOpen("moods", item.mood.severalTexts)
        object.addOpen("works", item.work.map { [SubsonicObject("name", .text($0))] } ?? [])
        object.addOpen("movements", movements)
        object.addOpen("groupings", item.userGrouping.map { [$0] } ?? [])
        object.addOpen("replayGain", replayGain.fields.isEmpty ? nil : .object(replayGain))
        object.addOpen("explicitStatus", item.isExplicit.map { $0 ? "explicit" : "clean" } ?? "")
    }

    /// Composers, and all others who are artists of the library: the protocol has them with their ids.
    private var contributors: [SubsonicObject] {
        let composers = (context?.composers ?? []).map { name in
            var contributor = SubsonicObject("role", .text("composer"))
            contributor.add("artist", Self.name(name))
            return contributor
        }
        return composers
            + (context?.contributors ?? []).map { other in
                var contributor = SubsonicObject("role", .text(other.credit.role.rawValue))
                contributor.add("subRole", other.credit.instrument)
                contributor.add("artist", Self.name(other.name))
                return contributor
            }
    }

    private var movements: [SubsonicObject] {
        guard let name = item.movement else { return [] }
        var movement = SubsonicObject("name", .text(name))
        movement.add("number", item.movementNumber)
        movement.add("count", item.movementCount)
        return [movement]
    }

    private var replayGain: SubsonicObject {
        var gain = SubsonicObject()
        gain.addOpen("trackGain", item.replayGainTrackGain)
        gain.addOpen("albumGain", item.replayGainAlbumGain)
        gain.addOpen("trackPeak", item.replayGainTrackPeak)
        gain.addOpen("albumPeak", item.replayGainAlbumPeak)
        return gain
    }

    static func names(_ names: [ItemContext.Name]?) -> [SubsonicObject] {
        (names ?? []).map(name)
    }

    /// An artist in the answer for something else: only the id and the name.
    static func name(_ name: ItemContext.Name) -> SubsonicObject {
        var object = SubsonicObject("id", .text("\(SubsonicID.artist(name.id))"))
        object.add("name", name.name)
        return object
    }
}

extension String? {
    /// Several values are one text in a library.
    var severalTexts: [String] { map { $0.split(separator: "; ").map(String.init) } ?? [] }
}

extension MediaItem {
    /// The protocol's word for what kind of thing it is.
    var kindName: String {
        if isVideo { return "video" }
        if facts.mediaType.contains(.podcast) { return "podcast" }
        return facts.mediaType.contains(.audioBook) ? "audiobook" : "music"
    }

    /// The format in which the item is streamed to a client without wishes; `nil` for the file as it is.
    fileprivate var usualTranscode: TranscodeJob.Format? {
        // The file's tag has no part in the decision.
        switch StreamPlan(for: self, source: EntityTag("any"), StreamWish()) {
        case .original: nil
        case .transcode(let request): request.format
        }
    }
}

extension Double {
    /// Seconds as the protocol has them. Any number may be stored; a thousand million seconds are the most that is sent.
    package var milliseconds: Int { Int((bounded * 1000).rounded()) }

    // The same in seconds.
    package var wholeSeconds: Int { Int(bounded.rounded()) }

    private var bounded: Double { isNaN ? 0 : min(max(self, 0), 1e9) }
}
