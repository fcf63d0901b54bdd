// The parts of the target below that `import VideoPlayback` exports: frames, outputs and scaling modes.

@_exported public import VideoOutputs
