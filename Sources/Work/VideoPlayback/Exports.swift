// What `import VideoPlayback` gives of the target below it: frames, outputs and scaling modes.

@_exported public import VideoOutputs
