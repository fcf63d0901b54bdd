// What `import AudioSessions` gives of the target below it: devices and their ports.

@_exported public import AudioDevices
