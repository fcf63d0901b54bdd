import PhonolithFiles
import Testing

@Suite struct InternetAddressTests {
    @Test(
        "Addresses of this machine, its network and of special purposes are not public",
        arguments: [
            "127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
            "169.254.169.254", "100.64.0.1", "192.0.0.8", "198.18.0.1", "198.51.100.7",
            "203.0.113.9", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1",
            "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
            "2001:db8::1", "2002:7f00:1::", "2001::1", "::127.0.0.1",
        ])
    func special(text: String) throws {
        #expect(try #require(InternetAddress(text)).isPublic == false)
    }

    @Test(
        "All others are",
        arguments: [
            "1.1.1.1", "172.32.0.1", "172.15.255.255", "100.128.0.1", "192.167.255.255",
            "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8",
            "64:ff9b::808:808",
        ])
    func open(text: String) throws {
        let address = try #require(InternetAddress(text))
        #expect(address.isPublic)
        #expect(InternetAddress(address.description) == address)
    }

    @Test("Other texts are none", arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "::g"])
    func none(text: String) { #expect(InternetAddress(text) == nil) }
}
