// The parts of the targets below that `import Recording` exports: formats, levels, devices, and the audio session.

@_exported public import AudioDevices
@_exported public import AudioSessions
