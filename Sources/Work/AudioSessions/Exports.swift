// The parts of the target below that `import AudioSessions` exports: devices and their ports.

@_exported public import AudioDevices
