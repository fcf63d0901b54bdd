// The catalogue is compiled in parts, by subject, so that a change of one does not compile the others. The rest of the
// project imports it as one module.

@_exported public import LibraryQueries
@_exported public import LibraryScanning
@_exported public import LibraryStore
@_exported public import LibraryUsers
