import Foundation
import SesameCore
import SesameWire
import Testing

@testable import SesameFirebaseSurface

struct FirestoreValueTests {
    private static func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(depth: 200))
    }

    @Test(arguments: [
        (#"{"nullValue":null}"#, FirestoreValue.null),
        (#"{"booleanValue":true}"#, .boolean(true)),
        (#"{"integerValue":"-9223372036854775808"}"#, .integer(.min)),
        (#"{"integerValue":"9223372036854775807"}"#, .integer(.max)),
        (#"{"doubleValue":48.8566}"#, .double(48.8566)),
        (#"{"doubleValue":5e-324}"#, .double(.leastNonzeroMagnitude)),
        (#"{"doubleValue":"NaN"}"#, .double(.nan)),
        (#"{"doubleValue":"Infinity"}"#, .double(.infinity)),
        (#"{"doubleValue":"-Infinity"}"#, .double(-.infinity)),
        (#"{"stringValue":"e\u0301 \ud83d\ude00"}"#, .string("e\u{301} \u{1F600}")),
        (#"{"bytesValue":"AAH/"}"#, .bytes([0, 1, 255])),
        (
            #"{"referenceValue":"projects/p/databases/(default)/documents/users/a"}"#,
            .reference("projects/p/databases/(default)/documents/users/a")
        ),
        (#"{"geoPointValue":{"latitude":-90.0,"longitude":180.0}}"#, .geoPoint(latitude: -90, longitude: 180)),
        (#"{"arrayValue":{}}"#, .array([])),
        (#"{"arrayValue":{"values":[{"integerValue":"1"},{"nullValue":null}]}}"#, .array([.integer(1), .null])),
        (#"{"mapValue":{}}"#, .map([:])),
        (#"{"mapValue":{"fields":{"a":{"booleanValue":false}}}}"#, .map(["a": .boolean(false)])),
    ])
    func `a value is read and written back unchanged`(text: String, value: FirestoreValue) throws {
        let read = try FirestoreValue(try Self.json(text))
        #expect(read == value)
        #expect(try FirestoreValue(read.json) == value && read.json == (try Self.json(text)))
    }

    @Test(arguments: [
        (#"{"nullValue":"NULL_VALUE"}"#, FirestoreValue.null), (#"{"nullValue":0}"#, .null),
        (#"{"integerValue":7}"#, .integer(7)), (#"{"doubleValue":1}"#, .double(1)),
        (#"{"doubleValue":"1.5"}"#, .double(1.5)), (#"{"bytesValue":"-_8="}"#, .bytes([0xfb, 0xff])),
        (#"{"geoPointValue":{"latitude":1}}"#, .geoPoint(latitude: 1, longitude: 0)),
        (
            #"{"timestampValue":"2026-11-21T15:00:00.5+01:00"}"#,
            .timestamp(FirestoreTimestamp(seconds: 1_795_269_600, nanoseconds: 500_000_000) ?? .epoch)
        ),
    ])
    func `alternative encodings of a value are read`(text: String, value: FirestoreValue) throws {
        #expect(try FirestoreValue(try Self.json(text)) == value)
    }

    @Test(arguments: [
        "null", "1", #""a""#, "[]", "{}", #"{"stringValue":"a","integerValue":"1"}"#, #"{"unknownValue":1}"#,
        #"{"nullValue":"null"}"#, #"{"nullValue":1}"#, #"{"booleanValue":"true"}"#, #"{"integerValue":"1.0"}"#,
        #"{"integerValue":"01"}"#, #"{"integerValue":"9223372036854775808"}"#, #"{"integerValue":1.5}"#,
        #"{"integerValue":" 1"}"#, #"{"integerValue":""}"#, #"{"doubleValue":1e400}"#, #"{"doubleValue":"1e400"}"#,
        #"{"doubleValue":"nan"}"#, #"{"stringValue":1}"#, #"{"bytesValue":"*"}"#, #"{"bytesValue":"A"}"#,
        #"{"timestampValue":"2026-11-21"}"#, #"{"timestampValue":"2026-02-30T00:00:00Z"}"#, #"{"timestampValue":1}"#,
        #"{"geoPointValue":{"latitude":91}}"#, #"{"geoPointValue":{"longitude":181}}"#,
        #"{"geoPointValue":{"latitude":"1"}}"#, #"{"geoPointValue":{"height":1}}"#, #"{"arrayValue":[]}"#,
        #"{"arrayValue":{"values":{}}}"#, #"{"arrayValue":{"values":[1]}}"#, #"{"arrayValue":{"items":[]}}"#,
        #"{"mapValue":{"fields":[]}}"#, #"{"mapValue":{"a":{"nullValue":null}}}"#,
        #"{"mapValue":{"fields":{"":{"nullValue":null}}}}"#,
    ])
    func `an invalid value is rejected`(text: String) throws {
        let json = try Self.json(text)
        #expect(throws: RPCError.self) { try FirestoreValue(json) }
    }

    @Test func `values nest at most 20 levels deep`() throws {
        func nested(_ depth: Int) -> FirestoreValue {
            (0..<depth).reduce(.integer(1)) { value, _ in .map(["a": value]) }
        }
        let deepest = nested(20)
        #expect(try FirestoreValue(deepest.json) == deepest)
        #expect(throws: RPCError.self) { try FirestoreValue(nested(21).json) }
    }

    @Test(arguments: [
        "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00Z", "2000-02-29T12:30:59.100Z",
        "2026-11-21T14:00:00.000001Z", "2100-02-28T00:00:00.123456789Z", "9999-12-31T23:59:59.999Z",
    ])
    func `a timestamp is written as it was read`(text: String) throws {
        #expect(try #require(FirestoreTimestamp(text)).text == text)
    }

    @Test(arguments: [
        ("2026-11-21T14:00:00.120Z", "2026-11-21T14:00:00.12Z"), ("2026-11-21T00:30:00Z", "2026-11-21T01:30:00+01:00"),
        ("2025-12-31T23:30:00Z", "2026-01-01T00:30:00+01:00"),
        ("2026-11-21T14:00:00.120Z", "2026-11-21T14:00:00.120000Z"),
    ])
    func `equal timestamps are written in one form only`(text: String, other: String) throws {
        #expect(try #require(FirestoreTimestamp(other)).text == text)
    }

    @Test(arguments: ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00Z", "2026-11-21"])
    func `timestamps out of range and dates without a time are invalid`(text: String) {
        #expect(FirestoreTimestamp(text) == nil)
    }

    @Test func `timestamps from year 1 to year 9999 are written with the right date`() throws {
        for day in stride(from: -719_162, through: 2_932_896, by: 97) {
            let moment = try #require(FirestoreTimestamp(seconds: day * 86_400 + 3_661, nanoseconds: 0))
            #expect(FirestoreTimestamp(moment.text) == moment, "\(moment.text)")
        }
    }

    @Test func `values are ordered by type, then by content`() {
        let ordered: [FirestoreValue] = [
            .null, .boolean(false), .boolean(true), .double(.nan), .double(-.infinity), .integer(-1), .double(0.5),
            .integer(1), .double(1.5), .timestamp(.epoch), .string(""), .string("a"), .string("b"), .string("é"),
            .bytes([]), .bytes([0]), .reference("a"), .geoPoint(latitude: 0, longitude: 1),
            .geoPoint(latitude: 1, longitude: 0), .array([]), .array([.integer(1)]), .array([.integer(1), .null]),
            .array([.integer(2)]), .map([:]), .map(["a": .integer(1)]), .map(["a": .integer(2)]),
            .map(["b": .integer(0)]),
        ]
        for (index, value) in ordered.enumerated() {
            for (other, later) in ordered.enumerated() {
                #expect((value < later) == (index < other), "\(value) \(later)")
                #expect(value.isEquivalent(to: later) == (index == other), "\(value) \(later)")
            }
        }
        #expect(FirestoreValue.integer(1).isEquivalent(to: .double(1)) && FirestoreValue.integer(1) != .double(1))
        #expect(FirestoreValue.string("e\u{301}") != .string("\u{e9}"))
    }

    @Test(arguments: [
        ("a", ["a"]), ("_a1.b", ["_a1", "b"]), ("`a b`.c", ["a b", "c"]), ("a.`b.c`", ["a", "b.c"]),
        (#"`x\`y\\z`"#, [#"x`y\z"#]), ("`1`", ["1"]), ("`é`", ["é"]),
    ])
    func `a field path is parsed into its names`(text: String, names: [String]) throws {
        #expect(try FieldPath(parsing: text).names == names)
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", "1a", "a b", "a-b", "`a", "``", #"`a\n`"#, "`a`b", "é", #"`\"#])
    func `an invalid field path is rejected`(text: String) {
        #expect(throws: RPCError.self) { try FieldPath(parsing: text) }
    }

    @Test(arguments: [["a", "a"], ["a", "a.b"], ["a.b", "a"], ["a.b.c", "a.b"]])
    func `a mask with repeated or overlapping paths is rejected`(paths: [String]) {
        #expect(throws: RPCError.self) { try FieldPath.mask(paths.map { .string($0) }) }
    }

    @Test func `a value is set and removed at its path`() throws {
        var map: FirestoreMap = ["a": .map(["b": .integer(1)]), "c": .integer(2)]
        map[try FieldPath(parsing: "a.d")] = .integer(3)
        map[try FieldPath(parsing: "c.e")] = .integer(4)
        map[try FieldPath(parsing: "x.y")] = nil
        map[try FieldPath(parsing: "a.b")] = nil
        #expect(map == ["a": .map(["d": .integer(3)]), "c": .map(["e": .integer(4)])])
        #expect(map[try FieldPath(parsing: "c.e.f")] == nil)
        #expect(map[try FieldPath(parsing: "c.e")] == .integer(4))
    }
}

extension FirestoreTimestamp {
    static var epoch: FirestoreTimestamp { FirestoreTimestamp(Date(timeIntervalSince1970: 0)) }
}
