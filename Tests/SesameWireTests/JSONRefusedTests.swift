import SesameCore
import SesameWire
import Testing

@Suite struct JSONRefusedTests {
    private func reason(_ bytes: [UInt8], limits: JSONLimits = .default) -> JSONError.Reason? {
        do {
            _ = try JSONValue(parsing: bytes, limits: limits)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd), (" ", .unexpectedEnd), ("[", .unexpectedEnd), ("{", .unexpectedEnd),
            ("[1", .unexpectedEnd), ("[1,", .unexpectedEnd), ("{\"a\"", .unexpectedEnd), ("{\"a\":", .unexpectedEnd),
            ("{\"a\":1", .unexpectedEnd), ("\"", .unexpectedEnd), ("\"a", .unexpectedEnd), ("\"\\", .unexpectedEnd),
            ("tru", .unexpectedEnd), ("nul", .unexpectedEnd),
            ("[1,]", .unexpectedByte), ("[,1]", .unexpectedByte), ("[1,,2]", .unexpectedByte),
            ("[1 2]", .unexpectedByte),
            ("{\"a\":1,}", .unexpectedByte), ("{,}", .unexpectedByte), ("{\"a\" 1}", .unexpectedByte),
            ("{\"a\"::1}", .unexpectedByte), ("{a:1}", .unexpectedByte), ("{'a':1}", .unexpectedByte),
            ("{1:1}", .unexpectedByte), ("{null:1}", .unexpectedByte), ("]", .unexpectedByte), ("[}", .unexpectedByte),
            ("{]", .unexpectedByte), ("[1}", .unexpectedByte), ("'a'", .unexpectedByte), ("True", .unexpectedByte),
            ("nulL", .unexpectedByte), ("NaN", .unexpectedByte), ("Infinity", .unexpectedByte), ("+1", .unexpectedByte),
            (".5", .unexpectedByte), ("\u{C}1", .unexpectedByte), ("\u{A0}1", .unexpectedByte),
            ("//\n1", .unexpectedByte),
            ("/**/1", .unexpectedByte), ("#\n1", .unexpectedByte), ("[1/**/]", .unexpectedByte),
            ("\0", .unexpectedByte),
            ("01", .invalidNumber), ("-01", .invalidNumber), ("00", .invalidNumber), ("-", .invalidNumber),
            ("1.", .invalidNumber), ("1.e1", .invalidNumber), ("1e", .invalidNumber), ("1e+", .invalidNumber),
            ("-a", .invalidNumber), ("--1", .invalidNumber), ("[-]", .invalidNumber),
            ("1 2", .trailingContent), ("{}{}", .trailingContent), ("[]]", .trailingContent), ("0x1", .trailingContent),
            ("1a", .trailingContent), ("nullx", .trailingContent), ("1\0", .trailingContent),
            ("\"\"\"\"", .trailingContent),
            ("\"\n\"", .controlCharacter), ("\"\t\"", .controlCharacter), ("\"\0\"", .controlCharacter),
            ("\"\u{1F}\"", .controlCharacter), ("\"\\na\u{1}\"", .controlCharacter),
            (#""\x41""#, .invalidEscape), (#""\a""#, .invalidEscape), (#""\U0041""#, .invalidEscape),
            (#""\u004""#, .invalidEscape), (#""\u00G1""#, .invalidEscape), (#""\u 041""#, .invalidEscape),
            (#""\u+041""#, .invalidEscape), (#""\'""#, .invalidEscape), ("\"\\\n\"", .invalidEscape),
            (#""\u00"#, .invalidEscape), (#""\é""#, .invalidEscape),
            (#""\ud800""#, .loneSurrogate), (#""\udc00""#, .loneSurrogate), (#""\ud800a""#, .loneSurrogate),
            (#""\ud800\n""#, .loneSurrogate), (#""\ud800\u0041""#, .loneSurrogate),
            (#""\ud800\ud800""#, .loneSurrogate),
            (#""\udc00\ud800""#, .loneSurrogate), (#"{"\udead":1}"#, .loneSurrogate),
            (#"{"a":1,"a":2}"#, .duplicateMember), (#"{"a":1,"a":1}"#, .duplicateMember),
            (#"{"a":1,"\u0061":2}"#, .duplicateMember), (#"{"\u0061":1,"a":2}"#, .duplicateMember),
            (#"{"b":{"a":1,"b":1,"a":2}}"#, .duplicateMember), ("{\"\":1,\"\":2}", .duplicateMember),
            ("{\"\u{E9}\":1,\"\\u00e9\":2}", .duplicateMember),
            ("\u{FEFF}1", .byteOrderMark), ("\u{FEFF}", .byteOrderMark),
        ] as [(String, JSONError.Reason)])
    func `a document that breaks the grammar is rejected with the reason`(text: String, expected: JSONError.Reason) {
        #expect(reason(Array(text.utf8)) == expected)
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0xFE], [0xC3, 0xA9, 0xA9], [0xF0, 0x9F, 0x98, 0x41],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are rejected`(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(reason([quote] + bytes + [quote]) == .invalidUTF8)
        #expect(reason([quote, UInt8(ascii: "\\"), UInt8(ascii: "n")] + bytes + [quote]) == .invalidUTF8)
    }

    @Test func `a UTF-8 sequence cut off by the end is rejected`() {
        #expect(reason([UInt8(ascii: "\""), 0xE2, 0x82]) == .invalidUTF8)
    }

    @Test(arguments: [[0xFF, 0xFE, 0x31, 0x00], [0xFE, 0xFF, 0x00, 0x31], [0x31, 0x00], [0x00, 0x31]] as [[UInt8]])
    func `UTF-16 is rejected`(bytes: [UInt8]) {
        #expect(reason(bytes) != nil)
    }

    @Test(arguments: [1, 2, 15, 16, 17, 18, 40])
    func `a duplicate member is found in objects of any size`(count: Int) {
        let names = (0..<count).map { "\"n\($0)\":0" } + ["\"\\u006e0\":0"]
        #expect(reason(Array("{\(names.joined(separator: ","))}".utf8)) == .duplicateMember)
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `sixteen levels are read and seventeen are rejected`(open: String, close: String) {
        func document(_ levels: Int) -> [UInt8] {
            Array((String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)).utf8)
        }
        #expect(reason(document(16)) == nil)
        #expect(reason(document(17)) == .tooDeep)
    }

    @Test func `siblings do not count as depth`() {
        #expect(reason(Array("[[],[],{},{},[[]]]".utf8), limits: JSONLimits(depth: 3)) == nil)
    }

    @Test func `a hundred thousand open brackets are rejected whatever the depth limit`() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(reason(bytes, limits: JSONLimits(bytes: .max, depth: .max)) == .tooDeep)
    }

    @Test func `the limits of size and members are exact`() {
        #expect(reason(Array("[123]".utf8), limits: JSONLimits(bytes: 5)) == nil)
        #expect(reason(Array("[123]".utf8), limits: JSONLimits(bytes: 4)) == .tooLarge)
        #expect(reason(Array(#"{"a":1,"b":2}"#.utf8), limits: JSONLimits(members: 2)) == nil)
        #expect(reason(Array(#"{"a":1,"b":2}"#.utf8), limits: JSONLimits(members: 1)) == .tooManyMembers)
    }

    @Test func `an error gives the place and nothing of the content`() throws {
        let error = try #require(throws: JSONError.self) {
            try JSONValue(parsing: Array(#"{"secret":1,"secret":2}"#.utf8))
        }
        #expect(error.offset == 12)
        #expect(error.description == "duplicate member at byte 12")
        #expect(!String(reflecting: error).contains("secret"))
    }

    @Test func `a truncated document is rejected, and no changed byte crashes the parser`() {
        let document = Array(#"{"a":[1,-2.5e3,"é\u00e9\ud83d\ude00"],"b":{"c":null,"d":true}}"#.utf8)
        for end in document.indices { #expect(reason(Array(document[..<end])) != nil) }
        for index in document.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = document
                changed[index] = byte
                if let value = try? JSONValue(parsing: changed) {
                    #expect((try? JSONValue(parsing: value.serialized())) == value)
                }
            }
        }
    }
}
