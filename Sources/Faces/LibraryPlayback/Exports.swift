// The parts that `import PhonolithLibraryPlayback` exports: the library, and the player.

@_exported public import Phonolith
@_exported public import PhonolithPlayback
