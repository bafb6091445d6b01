import SesameCore
import Testing

@testable import SesameFirebaseSurface

struct FieldMaskTests {
    private static let resource: JSONObject = ["name": "old", "inner": ["a": 1, "b": 2], "list": [1]]
    private static let change: JSONObject = ["name": "new", "inner": ["a": 3], "list": ["x"], "other": true]

    @Test(
        arguments: [
            ("name", ["name": "new", "inner": ["a": 1, "b": 2], "list": [1]]),
            ("inner.a", ["name": "old", "inner": ["a": 3, "b": 2], "list": [1]]),
            ("inner", ["name": "old", "inner": ["a": 3], "list": [1]]),
            ("inner.b", ["name": "old", "inner": ["a": 1], "list": [1]]),
            ("gone", ["name": "old", "inner": ["a": 1, "b": 2], "list": [1]]),
            ("name.0,list.first.second", ["name": "old", "inner": ["a": 1, "b": 2], "list": [1]]),
            ("other,list", ["name": "old", "inner": ["a": 1, "b": 2], "list": ["x"], "other": true]),
        ] as [(String, JSONObject)])
    func `a mask changes only the fields that it names`(mask: String, expected: JSONObject) throws {
        let result = try #require(FieldMask(mask)).applied(Self.change, to: Self.resource)
        #expect(JSONValue.object(result) == JSONValue.object(expected))
    }

    @Test func `snake case names match camel case fields`() throws {
        let result = try #require(FieldMask("display_name")).applied(["displayName": "x"], to: [:])
        #expect(result["displayName"] == "x")
    }

    @Test(arguments: [nil, ""]) func `a missing or empty string gives no mask`(text: String?) {
        #expect(FieldMask(text) == nil)
    }
}
