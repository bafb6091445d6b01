import Testing

@testable import SesameHTTP

@Suite struct `Forwarded elements` {
    @Test func `elements and their parameters are read in order, in upper or lower case`() throws {
        let elements = try #require(
            ForwardedElement.elements("for=192.0.2.1;proto=http , FOR=\"[2001:db8::1]\";By=\"a,b;c=\\\"d\" ,secret=_x"))
        #expect(elements.count == 3)
        #expect(elements[0] == ForwardedElement(node: IPAddress("192.0.2.1").map { .address($0) }, proto: "http"))
        #expect(elements[1] == ForwardedElement(node: IPAddress("2001:db8::1").map { .address($0) }))
        #expect(elements[2] == ForwardedElement())
    }

    @Test(arguments: ["for=unknown", "for=_a", "for=_A.b-c_9", "for=\"_a:_b\"", "for=\"unknown:80\""])
    func `an unknown or obfuscated client is hidden`(text: String) {
        #expect(ForwardedElement.elements(text) == [ForwardedElement(node: .hidden)])
    }

    @Test(arguments: [
        "", ",", "for", "for=", "=a", "for=1.1.1.1,", ",for=1.1.1.1", "for=1.1.1.1,,for=1.1.1.1", "for=1.1.1.1;",
        ";for=1.1.1.1", "for=1.1.1.1;;proto=http", "for =1.1.1.1", "for= 1.1.1.1", "for=1.1.1.1 ;proto=http",
        "for=1.1.1.1; proto=http", "for=1.1.1.1;for=2.2.2.2", "for=1.1.1.1;FOR=1.1.1.1", "proto=a;proto=a",
        "for=1.1.1.1:80", "for=[::1]", "for=::1", "for=\"::1\"", "for=\"[::1\"", "for=\"[::1]x\"", "for=\"[1.1.1.1]\"",
        "for=\"[::1]:\"", "for=\"1.1.1.1:\"", "for=\"1.1.1.1:123456\"", "for=\"1.1.1.1:a\"", "for=\"1.1.1.1:_\"",
        "for=\"1.1.1.1", "for=\"1.1.1.1\"x", "for=\"1.1.1.1\\", "for=\"\"", "for=example.com", "for=1.1.1", "for=_",
        "for=\"_a b\"", "for=\"_\u{E9}\"", "for=1.1.1.1 for=2.2.2.2", "for=1.1.1.1\u{0}",
    ])
    func `an invalid field gives no elements at all`(text: String) {
        #expect(ForwardedElement.elements(text) == nil)
    }
}
