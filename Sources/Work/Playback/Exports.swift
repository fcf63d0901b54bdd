// What `import Playback` gives of the targets below it: items, queues, formats, levels, devices, destinations, effects of sound,
// and the audio session.

@_exported public import AudioDevices
@_exported public import AudioEffects
@_exported public import AudioSessions
@_exported public import PlayQueues
@_exported public import SoundReading
