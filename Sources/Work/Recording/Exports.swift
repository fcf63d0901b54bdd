// The parts of the targets below that `import PhonolithRecording` exports: values, formats, levels, devices, and the audio session.

@_exported public import PhonolithMediaModel
@_exported public import PhonolithSound
