// The values that `import PhonolithThumbnails` exports.

@_exported public import PhonolithMediaModel
