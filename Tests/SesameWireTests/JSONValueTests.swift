import SesameCore
import SesameWire
import Testing

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("0", 0), ("1", 1), ("-1", -1), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("-0", nil), ("1.0", nil), ("1e3", nil), ("1.5", nil), ("9223372036854775808", nil), ("1E0", nil),
            ("0.0", nil),
        ] as [(String, Int64?)])
    func `a number is an integer only when written as one`(text: String, expected: Int64?) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)).integer == expected)
    }

    @Test(arguments: ["true", "\"1\"", "null", "[1]"])
    func `values of other types are not integers`(text: String) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)).integer == nil)
    }

    @Test(arguments: ["1e400", "9007199254740993", "0.10", "1E5", "-0"])
    func `a number is written with its original text`(text: String) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)).serialized() == Array(text.utf8))
    }

    @Test(arguments: ["", "01", "+1", "1.", "0x1", "1 ", " 1", "NaN", "-", "1e", "١"])
    func `text that is not a number returns nil`(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test func `only finite floating-point numbers become JSON numbers`() throws {
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
        for value in [0.1, -0.0, 1e20, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
            let number = try #require(JSONNumber(value))
            #expect(JSONNumber(text: number.text)?.double == value)
        }
    }

    @Test func `strings are equal only when their bytes are`() {
        #expect(JSONValue.string("\u{E9}") != JSONValue.string("e\u{301}"))
        #expect(JSONValue.string("\u{212A}") != JSONValue.string("K"))
        #expect(JSONValue.string("K") == "K")
    }

    @Test func `objects are equal whatever the order of their members`() {
        #expect(["a": 1, "b": 2] as JSONValue == ["b": 2, "a": 1])
        #expect(["a": 1, "b": 2] as JSONValue != ["b": 1, "a": 2])
        #expect(["a": 1] as JSONValue != ["a": 1, "b": nil])
        #expect(["\u{E9}": 1] as JSONValue != ["e\u{301}": 1])
    }

    @Test func `a member is set, replaced in place and removed`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = "x"
        object["c"] = .some(.null)
        #expect(object.members.map(\.name) == ["a", "b", "c"])
        #expect(object["c"]?.isNull == true)
        object["c"] = nil
        #expect(!object.contains("c"))
        #expect(object.remove("b") == 2)
        #expect(object.remove("b") == nil)
        #expect(object == ["a": "x"])
    }

    @Test func `a name in another Unicode normal form is another member`() {
        var object: JSONObject = ["\u{E9}": 1]
        object["e\u{301}"] = 2
        #expect(object.count == 2)
    }

    @Test func `the later of two members with one name in a literal counts`() {
        #expect(["a": 1, "a": 2] as JSONObject == ["a": 2])
    }

    @Test(arguments: [
        ("a\"b\\c/d", #""a\"b\\c/d""#), ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
        ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("é€😀", "\"é€😀\""), ("\u{8}\u{1B}[31m", #""\u0008\u001b[31m""#),
        ("a\r\nb", #""a\r\nb""#),
    ])
    func `characters that could end a line or a string are escaped`(text: String, expected: String) throws {
        let bytes = JSONValue.string(text).serialized()
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(try JSONValue(parsing: bytes) == .string(text))
    }

    @Test func `a document is written without white space`() {
        let value: JSONValue = ["a": [1, true, nil, "x"], "b": [:], "c": []]
        #expect(String(decoding: value.serialized(), as: UTF8.self) == #"{"a":[1,true,null,"x"],"b":{},"c":[]}"#)
    }

    @Test func `names are escaped, too`() {
        #expect(String(decoding: (["a\"\n": 1] as JSONValue).serialized(), as: UTF8.self) == #"{"a\"\n":1}"#)
    }
}
