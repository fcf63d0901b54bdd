// The parts of the targets below that `import PhonolithCapture` exports: values, devices, frames and outputs for them.

@_exported public import PhonolithFilms
@_exported public import PhonolithMediaModel
@_exported public import PhonolithRecording
