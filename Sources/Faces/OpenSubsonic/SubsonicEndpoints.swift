/// Every endpoint that is answered, by its name.
package enum SubsonicEndpoints {
    package static let all: [Endpoint] = [
        SystemEndpoints.all, ScanEndpoints.all, BrowsingEndpoints.all, FolderEndpoints.all,
        ListEndpoints.all, SearchEndpoints.all, PlaylistEndpoints.all, MediaEndpoints.all,
        TranscodingEndpoints.all,
        VideoEndpoints.all, LiveStreamingEndpoints.all,
        AnnotationEndpoints.all, PlaybackReportEndpoints.all,
        StarEndpoints.all, BookmarkEndpoints.all, PlayQueueEndpoints.all, RadioEndpoints.all,
        ShareEndpoints.all, PodcastEndpoints.all, PodcastEditingEndpoints.all,
        JukeboxEndpoints.all, ChatEndpoints.all,
        UserEndpoints.all,
        UserEditingEndpoints.all,
    ].flatMap(\.self)

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// - Parameter name: As the URL has it, with or without `.view`.
    package static func endpoint(_ name: Substring) -> Endpoint? {
        byName[String(name.hasSuffix(".view") ? name.dropLast(5) : name)]
    }
}
