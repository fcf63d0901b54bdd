// The parts that `import PhonolithLibraryPlayback` exports: the library, the player, and the tags of one file.

@_exported public import Phonolith
@_exported public import PhonolithPlayback
@_exported public import PhonolithTags
