// The parts that `import PhonolithTags` exports: the values of the domain, and what is read of one file.

@_exported public import PhonolithMediaModel
@_exported public import PhonolithTagReading
