// The parts that `import Phonolith` exports: one import for values, queries, the library, its scanner and playlists.

@_exported public import PhonolithImporting
@_exported public import PhonolithMediaModel
@_exported public import PhonolithPlaylists
@_exported public import PhonolithQueries
@_exported public import PhonolithScanning
@_exported public import PhonolithScans
@_exported public import PhonolithStore
@_exported public import PhonolithUsers
