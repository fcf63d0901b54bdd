import HTTPTypes
import PhonolithStore
import PhonolithUsers

/// Every resource of the native API.
package enum APIRoutes {
    package static let all: [APIRoute] = [
        FeedRoutes.all, ListRoutes.all, ItemRoutes.all, RenditionRoutes.all, SubtitleRoutes.all,
        LibraryRoutes.all, ShareRoutes.all,
        PlaylistRoutes.all.map { $0.method == .get ? $0 : $0.needing(.playlist) },
        HistoryRoutes.all, FolderRoutes.all, ChangeRoutes.all, ScanRoutes.all, EventRoutes.all,
        JukeboxRoutes.all, SessionRoutes.all, PictureRoutes.all, QueueRoutes.all,
        SetupRoutes.all, AccountRoutes.all, UserRoutes.all, RootRoutes.all,
        MaintenanceRoutes.all, BackupRoutes.all, BookRoutes.all, [OpenAPI.route],
    ].flatMap(\.self)
}
