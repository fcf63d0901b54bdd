// What `import Playback` gives of the targets below it: items; formats, levels, devices, destinations and effects of sound.

@_exported public import AudioDevices
@_exported public import AudioEffects
@_exported public import SoundReading
