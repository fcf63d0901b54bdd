import PhonolithAccess
import Testing

@Suite struct AddressPrefixTests {
    @Test(
        "Clients are counted by their address of IPv4, or their network of IPv6",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
            ("::1", "::/64"), ("fe80::1%eth0", "fe80::1"), ("FE80::2", "fe80::2"),
            ("unknown", "unknown"), ("", ""),
        ])
    func prefixes(address: String, text: String) {
        #expect(AddressPrefix(address).text == text)
    }
}
