import SesameCore
import Testing

@testable import Sesame

@Suite struct JSONPatchTests {
    /// The cases of RFC 7396, appendix A, whose patch is an object, and some whose patch is none.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func `a patch is applied as the RFC has it`(value: String, patch: String, result: String) throws {
        let applied = try JSONValue(parsing: Array(patch.utf8)).applied(to: JSONValue(parsing: Array(value.utf8)))
        #expect(try applied == JSONValue(parsing: Array(result.utf8)))
    }

    private let values: [JSONValue?] = [
        nil, "x", 1, [:], ["a": 1], ["a": 1, "b": 2], ["b": 2], ["a": ["c": 3]], ["a": ["c": 4, "d": 5], "b": 2], [1],
    ]

    @Test func `a patch between two values makes the one of the other, and two in a row are one`() {
        for base in values {
            for middle in values {
                let first = JSONValue.patch(from: base, to: middle)
                #expect(first.applied(to: base) == middle)
                for end in values {
                    let second = JSONValue.patch(from: middle, to: end)
                    #expect(first.followed(by: second, on: base).applied(to: base) == end)
                }
            }
        }
    }

    @Test func `what was said already is left out`() {
        let patch: JSONValue = ["a": 1, "b": ["c": nil, "d": 2]]
        #expect(patch.without(nil) == patch)
        #expect(patch.without(patch) == nil)
        #expect(patch.without(["a": 2, "b": ["c": nil]]) == ["a": 1, "b": ["d": 2]])
        #expect(patch.without(["a": 1, "b": ["c": nil, "d": 2], "e": 3]) == nil)
        #expect(patch.without("x") == patch)
    }
}
