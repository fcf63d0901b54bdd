/// Every resource of the native API.
package enum APIRoutes {
    package static let all: [APIRoute] = [
        ListRoutes.all, ItemRoutes.all, MadeFormRoutes.all, LibraryRoutes.all, PlaylistRoutes.all,
        HistoryRoutes.all, FolderRoutes.all, ScanRoutes.all, EventRoutes.all, SessionRoutes.all,
        PictureRoutes.all, QueueRoutes.all, SetupRoutes.all, AccountRoutes.all, UserRoutes.all,
        RootRoutes.all, MaintenanceRoutes.all, [OpenAPI.route],
    ].flatMap(\.self)
}
