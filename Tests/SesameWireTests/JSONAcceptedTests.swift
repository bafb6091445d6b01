import SesameCore
import SesameWire
import Testing

@Suite struct JSONAcceptedTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1", "-1", "1.5", "1e3", "1E+3", "1e-3", "0e1", "-0.0", "1e400",
        "9223372036854775808", "\"\"", "\"a\"", "[]", "{}", "[[]]", "[{}]", "[1,2]", "{\"a\":{\"b\":[]}}",
        " \t\r\n[ 1 , 2 ] \n", "{ \"a\" : 1 , \"b\" : 2 }", "\"\u{7F}\"", "\"/\"", "\"\u{FEFF}\"", "\"\u{2028}\"",
        "{\"\":0}", "\"\u{10FFFF}\"", "\"\u{FFFE}\"",
    ])
    func `a valid document is read and written without a change of meaning`(text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(try JSONValue(parsing: value.serialized()) == value)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e9\u20AC""#, "A\u{E9}\u{20AC}"),
        (#""\ud83d\ude00""#, "\u{1F600}"),
        (#""a\u0000b""#, "a\u{0}b"),
        (#""é\né""#, "é\né"),
        (#""\uD7FF\uE000\uFFFF""#, "\u{D7FF}\u{E000}\u{FFFF}"),
    ])
    func `escapes are decoded`(text: String, expected: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(value.string?.utf8.elementsEqual(expected.utf8) == true)
    }

    @Test func `members stay in their order`() throws {
        let object = try #require(try JSONValue(parsing: Array(#"{"b":1,"a":2,"c":3}"#.utf8)).object)
        #expect(object.members.map(\.name) == ["b", "a", "c"])
    }

    @Test func `names in two Unicode normal forms are two members`() throws {
        let value = try JSONValue(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        #expect(value["\u{E9}"]?.integer == 1)
        #expect(value["e\u{301}"]?.integer == 2)
    }

    @Test func `any collection of bytes is read`() throws {
        let bytes = Array("xx[1]xx".utf8)
        #expect(try JSONValue(parsing: bytes[2..<5]) == [1])
        #expect(try JSONValue(parsing: bytes.lazy.filter { $0 != UInt8(ascii: "x") }) == [1])
    }

    @Test func `an invalid document in a non-contiguous collection is rejected`() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array("[1".utf8).lazy.map { $0 }) }
    }

    @Test func `a large object with unique names is read`() throws {
        let members = (0..<1_000).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
        let value = try JSONValue(parsing: Array("{\(members)}".utf8))
        #expect(value["n999"]?.integer == 999)
    }
}
