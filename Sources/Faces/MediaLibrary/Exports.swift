// The parts that `import MediaLibrary` exports: one import for values, catalogue, scanner and playlists.

@_exported public import Catalog
@_exported public import MediaModel
@_exported public import PlaylistFiles
@_exported public import Playlists
@_exported public import Scanning
