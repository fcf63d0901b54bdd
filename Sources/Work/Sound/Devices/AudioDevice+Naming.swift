internal import PhonolithMediaModel

extension AudioDevice {
    /// Finds the device that a user means.
    ///
    /// - Parameter name: The name, the number or the description of a device.
    /// - Throws: ``AudioDeviceError`` with the nearest names if there is no such device.
    package static func named(
        _ name: String, among devices: [AudioDevice]
    ) throws(AudioDeviceError) -> AudioDevice {
        let known =
            devices.first { $0.name == name } ?? devices.first { String($0.id) == name }
            ?? devices.first { $0.description.lowercased() == name.lowercased() }
        guard let known else {
            let nearest = name.nearestNames(
                among: devices.map(\.name), orSaying: "the sound server has none")
            throw AudioDeviceError("\(name): no such device\(nearest)")
        }
        return known
    }
}
