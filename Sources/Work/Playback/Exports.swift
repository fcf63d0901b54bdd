// Targets that `import Playback` re-exports: items, queues, formats, levels, devices, destinations, effects of sound,
// and the audio session.

@_exported public import AudioDevices
@_exported public import AudioEffects
@_exported public import AudioSessions
@_exported public import PlayQueues
@_exported public import SoundReading
