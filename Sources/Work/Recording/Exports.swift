// What `import Recording` gives of the targets below it: formats, levels, devices, and the audio session.

@_exported public import AudioDevices
@_exported public import AudioSessions
