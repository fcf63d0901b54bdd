// Targets that `import PhonolithPlayback` re-exports: values, items, queues, formats, levels, devices, destinations, effects of sound,
// and the audio session.

@_exported public import PhonolithEffects
@_exported public import PhonolithMediaModel
@_exported public import PhonolithPlayQueues
@_exported public import PhonolithSamples
@_exported public import PhonolithSound
