internal import MediaModel

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
        guard let known else { throw unknown(name, devices) }
        return known
    }

    /// The number of names that an error message suggests.
    private static let suggestionCount = 3

    private static func unknown(_ name: String, _ devices: [AudioDevice]) -> AudioDeviceError {
        let nearest = devices.map(\.name)
            .map { (name: $0, distance: $0.editDistance(to: String(name.prefix(64)))) }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(suggestionCount).map(\.name).joined(separator: ", ")
        return AudioDeviceError(
            "\(name): no such device"
                + (nearest.isEmpty ? "; the sound server has none" : "; the nearest are \(nearest)")
        )
    }
}
