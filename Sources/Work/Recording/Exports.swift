// What `import Recording` gives of the target below it: formats, levels, devices.

@_exported public import AudioDevices
