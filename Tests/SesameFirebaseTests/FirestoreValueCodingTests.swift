import Foundation
import Sesame
import SesameCore
import SesameWire
import Testing

@testable import SesameFirebase

@Suite struct FirestoreValueCodingTests {
    static let pairs: [(JSONValue, JSONValue)] = [
        (["nullValue": .null], .null),
        (["booleanValue": true], true),
        (["integerValue": "9223372036854775807"], .integer(Int64.max)),
        (["stringValue": "e\u{301}"], "e\u{301}"),
        (["arrayValue": ["values": [["integerValue": "1"], ["stringValue": "two"]]]], [1, "two"]),
        (["mapValue": ["fields": ["city": ["stringValue": "Lyon"]]]], ["city": "Lyon"]),
    ]

    @Test(arguments: pairs)
    func `a Firestore value converts to JSON and back`(_ value: JSONValue, _ json: JSONValue) {
        #expect(FirestoreValueCoding.json(value) == json)
        #expect(FirestoreValueCoding.value(json) == value)
    }

    @Test func `empty arrays and maps may omit their members`() {
        #expect(FirestoreValueCoding.json(["arrayValue": [:]]) == [])
        #expect(FirestoreValueCoding.json(["mapValue": [:]]) == .object([:]))
        #expect(FirestoreValueCoding.json(["integerValue": 7]) == 7)
    }

    static let typed: [JSONValue] = [
        ["timestampValue": "2026-11-21T12:00:00.123456Z"], ["bytesValue": "AQID"],
        ["referenceValue": "projects/p/databases/(default)/documents/users/u"], ["doubleValue": "NaN"],
        ["doubleValue": "-Infinity"], ["geoPointValue": ["latitude": 45, "longitude": 0]],
        ["doubleValue": 45], ["mapValue": ["fields": ["at": ["timestampValue": "2026-11-21T12:00:00Z"]]]],
        ["arrayValue": ["values": [["doubleValue": 1], ["timestampValue": "2026-11-21T12:00:00Z"]]]],
    ]

    @Test(arguments: typed)
    func `writing a value back preserves the Firestore type that JSON lacks`(_ value: JSONValue) throws {
        let json = try #require(FirestoreValueCoding.json(value))
        #expect(FirestoreValueCoding.value(json, inPlaceOf: value) == value)
    }

    @Test func `a value that does not fit the previous type gets its own`() {
        #expect(
            FirestoreValueCoding.value("tomorrow", inPlaceOf: ["timestampValue": "2026-11-21T12:00:00Z"])
                == ["stringValue": "tomorrow"])
        #expect(
            FirestoreValueCoding.value(["latitude": 1, "city": "Lyon"], inPlaceOf: ["geoPointValue": [:]])
                == ["mapValue": ["fields": ["latitude": ["integerValue": "1"], "city": ["stringValue": "Lyon"]]]])
        #expect(FirestoreValueCoding.json(["geoPointValue": [:]]) == ["latitude": 0, "longitude": 0])
    }

    @Test func `numbers too large for Firestore and values of unknown types do not convert`() throws {
        let huge = try JSONValue(parsing: Array("1e400".utf8))
        #expect(FirestoreValueCoding.value(huge) == nil)
        #expect(FirestoreValueCoding.value([huge]) == nil && FirestoreValueCoding.value(["a": huge]) == nil)
        for odd in [["vectorValue": 1], [:], ["integerValue": "x"], ["stringValue": 1], "text"] as [JSONValue] {
            #expect(FirestoreValueCoding.json(odd) == nil)
        }
        #expect(FirestoreValueCoding.json(["stringValue": "a", "nullValue": .null]) == nil)
    }

    static let paths: [(String, JSONValue)] = [
        ("city", "city"), ("_a1", "_a1"), ("1st", "`1st`"), ("a-b", "`a-b`"), ("a.b", "`a.b`"), ("", "``"),
        ("a`b\\", "`a\\`b\\\\`"), ("é", "`é`"),
    ]

    @Test(arguments: paths)
    func `a field name that is not a plain identifier is quoted with grave accents`(_ name: String, _ path: JSONValue) {
        #expect(JSONValue.fieldPath(name) == path)
    }

    static let times: [(String, String)] = [
        ("2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000000000Z"),
        ("2026-11-21T12:00:00.5Z", "2026-11-21T12:00:00.500000000Z"),
        ("2026-11-21T12:00:00.123456Z", "2026-11-21T12:00:00.123456000Z"),
        ("2026-11-21T12:00:00.123456789Z", "2026-11-21T12:00:00.123456789Z"),
        ("1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999999Z"),
        ("2200-02-28T23:59:59.000000001Z", "2200-02-28T23:59:59.000000001Z"),
    ]

    @Test(arguments: times)
    func `a time is read and written to the nanosecond`(_ text: String, _ full: String) throws {
        let time = try #require(GoogleTime(text))
        #expect(time.text == full)
        #expect(GoogleTime(full) == time)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T12:00:00", "2026-11-21T12:00:00.Z", "2026-11-21T12:00:00.1234567890Z",
        "2026-11-21T12:00:00.+5Z", "9999-12-31T00:00:00Z", "2026-13-21T12:00:00Z", "2262-04-11T23:47:16.9Z",
    ])
    func `an invalid or out-of-range time is rejected`(_ text: String) {
        #expect(GoogleTime(text) == nil)
    }
}
