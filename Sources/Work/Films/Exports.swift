// The parts that `import PhonolithFilms` exports: the player whose films are shown.

@_exported public import PhonolithPlayback
