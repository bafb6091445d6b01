import Foundation
import SesameAccounts
import SesameCore
import SesameWire
import Testing

@testable import SesameFirebaseSurface

/// Tests of Firestore queries over the users' documents, which the server derives from profiles.
struct FirestoreQueryTests {
    private let database = DatabaseName(project: "p")
    private let schema = ProfileSchema(
        fields: [
            ProfileFieldDefinition("name"), ProfileFieldDefinition("age", .integer()),
            ProfileFieldDefinition("goals", .strings),
            ProfileFieldDefinition("place", .object([.init("city", .string())])),
            ProfileFieldDefinition("height", .number()),
        ])

    private func document(_ uid: String, _ fields: JSONObject) throws -> UserDocument {
        let day = Date(timeIntervalSince1970: 0)
        let account = Account(
            id: AccountID(uid), app: try #require(AppID("p")), createdAt: day, lastSignInAt: day,
            profile: StoredProfile(fields: fields, updatedAt: day))
        return UserDocument(AccountRecord(account: account, identities: []), by: schema, push: nil)
    }

    private func documents() throws -> [UserDocument] {
        [
            try document("c", ["name": "C", "age": 30, "goals": ["x"], "place": ["city": "Paris"]]),
            try document("a", ["name": "A", "age": 20, "goals": ["x", "y"]]),
            try document("b", ["name": "B", "age": 30, "goals": [], "height": .number(try #require(JSONNumber(1.5)))]),
            try document("d", ["age": 40, "height": 2]),
        ]
    }

    private func run(_ text: String) throws -> String {
        let query = try StructuredQuery(
            try JSONValue(parsing: Array(#"{"from":[{"collectionId":"users"}]\#(text)}"#.utf8), limits: .firestore))
        return query.results(among: try documents(), in: database).map(\.uid).joined()
    }

    private func filtered(_ field: String, _ operation: String, _ value: String) throws -> String {
        try run(
            #","where":{"fieldFilter":{"field":{"fieldPath":"\#(field)"},"op":\#(operation),"value":\#(value)}}"#)
    }

    @Test(arguments: [
        ("age", #""EQUAL""#, #"{"integerValue":"30"}"#, "bc"), ("age", "5", #"{"doubleValue":30}"#, "bc"),
        ("age", #""NOT_EQUAL""#, #"{"integerValue":"30"}"#, "ad"),
        ("age", #""LESS_THAN""#, #"{"integerValue":"30"}"#, "a"),
        ("age", #""LESS_THAN_OR_EQUAL""#, #"{"integerValue":"30"}"#, "abc"),
        ("age", #""GREATER_THAN""#, #"{"integerValue":"30"}"#, "d"),
        ("age", #""GREATER_THAN_OR_EQUAL""#, #"{"integerValue":"30"}"#, "bcd"),
        ("age", #""GREATER_THAN""#, #"{"stringValue":""}"#, ""), ("age", #""LESS_THAN""#, #"{"stringValue":"z"}"#, ""),
        ("name", #""NOT_EQUAL""#, #"{"stringValue":"A"}"#, "bc"),
        ("place.city", #""EQUAL""#, #"{"stringValue":"Paris"}"#, "c"),
        ("goals", #""ARRAY_CONTAINS""#, #"{"stringValue":"x"}"#, "ac"),
        (
            "goals", #""ARRAY_CONTAINS_ANY""#, #"{"arrayValue":{"values":[{"stringValue":"y"},{"stringValue":"z"}]}}"#,
            "a"
        ),
        ("age", #""IN""#, #"{"arrayValue":{"values":[{"integerValue":"20"},{"integerValue":"40"}]}}"#, "ad"),
        ("age", #""NOT_IN""#, #"{"arrayValue":{"values":[{"integerValue":"20"},{"integerValue":"40"}]}}"#, "bc"),
        ("__name__", #""EQUAL""#, #"{"referenceValue":"projects/p/databases/(default)/documents/users/b"}"#, "b"),
    ])
    func `a filter returns the documents that match it`(field: String, operation: String, value: String, found: String)
        throws
    {
        #expect(try filtered(field, operation, value) == found)
    }

    @Test(arguments: [("IS_NULL", ""), ("IS_NOT_NULL", "bd"), ("IS_NAN", ""), ("IS_NOT_NAN", "bd")])
    func `a unary filter matches only documents that have the field`(operation: String, found: String) throws {
        #expect(
            try run(#","where":{"unaryFilter":{"op":"\#(operation)","field":{"fieldPath":"height"}}}"#) == found)
    }

    @Test func `composite filters combine by AND and OR`() throws {
        let part = #"{"fieldFilter":{"field":{"fieldPath":"age"},"op":"EQUAL","value":{"integerValue":"30"}}}"#
        let other = #"{"fieldFilter":{"field":{"fieldPath":"name"},"op":"EQUAL","value":{"stringValue":"A"}}}"#
        for (operation, found) in [(#""AND""#, ""), (#""OR""#, "abc"), ("1", ""), ("2", "abc")] {
            #expect(
                try run(#","where":{"compositeFilter":{"op":\#(operation),"filters":[\#(part),\#(other)]}}"#) == found)
        }
    }

    @Test(arguments: [
        ("", "abcd"), (#","orderBy":[{"field":{"fieldPath":"age"}}]"#, "abcd"),
        (#","orderBy":[{"field":{"fieldPath":"age"},"direction":"DESCENDING"}]"#, "dcba"),
        (#","orderBy":[{"field":{"fieldPath":"age"},"direction":2},{"field":{"fieldPath":"__name__"}}]"#, "dbca"),
        (#","orderBy":[{"field":{"fieldPath":"name"}}]"#, "abc"), (#","limit":2"#, "ab"),
        (#","limit":{"value":1}"#, "a"),
        (#","offset":1,"limit":2"#, "bc"), (#","limit":0"#, ""),
        (
            #","orderBy":[{"field":{"fieldPath":"age"}}],"startAt":{"values":[{"integerValue":"30"}],"before":true}"#,
            "bcd"
        ),
        (#","orderBy":[{"field":{"fieldPath":"age"}}],"startAt":{"values":[{"integerValue":"30"}]}"#, "d"),
        (#","orderBy":[{"field":{"fieldPath":"age"}}],"endAt":{"values":[{"integerValue":"30"}],"before":true}"#, "a"),
        (#","orderBy":[{"field":{"fieldPath":"age"}}],"endAt":{"values":[{"integerValue":"30"}]}"#, "abc"),
    ])
    func `results follow the requested order, limit, offset and cursors`(text: String, found: String) throws {
        #expect(try run(text) == found)
    }

    @Test(arguments: [
        #","from":[]"#, #","where":{}"#, #","where":{"fieldFilter":{"op":"EQUAL"}}"#, #","limit":-1"#, #","limit":"1""#,
        #","unknown":1"#, #","startAt":{"values":[{"nullValue":null},{"nullValue":null}]}"#,
        #","startAt":{"values":[]}"#,
        #","where":{"fieldFilter":{"field":{"fieldPath":"a"},"op":"IS","value":{"nullValue":null}}}"#,
        #","where":{"fieldFilter":{"field":{"fieldPath":"a"},"op":11,"value":{"nullValue":null}}}"#,
        #","where":{"fieldFilter":{"field":{"fieldPath":"a"},"op":0,"value":{"nullValue":null}}}"#,
        #","where":{"fieldFilter":{"field":{"fieldPath":"a"},"op":"IN","value":{"stringValue":"a"}}}"#,
        #","where":{"compositeFilter":{"op":"AND","filters":[]}}"#, #","orderBy":[{"field":{"fieldPath":"a."}}]"#,
    ])
    func `an invalid query is rejected`(text: String) throws {
        #expect(throws: (any Error).self) { try run(text) }
    }

    @Test func `results are counted, summed and averaged`() throws {
        let json = try JSONValue(
            parsing: Array(
                #"""
                [{"alias":"n","count":{}},{"alias":"two","count":{"upTo":"2"}},
                {"sum":{"field":{"fieldPath":"age"}}},{"alias":"mixed","sum":{"field":{"fieldPath":"height"}}},
                {"alias":"mean","avg":{"field":{"fieldPath":"age"}}}]
                """#.utf8))
        let all = try Aggregation.all(json)
        let documents = try documents()
        #expect(all.map(\.alias) == ["n", "two", "field_3", "mixed", "mean"])
        #expect(
            all.map { $0.value(of: documents) } == [.integer(4), .integer(2), .integer(120), .double(3.5), .double(30)])
        #expect(all[4].value(of: []) == .null && all[2].value(of: []) == .integer(0))
        let name = try Aggregation.all([["avg": ["field": ["fieldPath": "name"]]]])
        #expect(name[0].value(of: documents) == .null)
    }

    @Test(arguments: [
        JSONValue.null, [], [["count": ["upTo": 0]]], [["median": [:]]],
        [["count": [:], "alias": "a"], ["count": [:], "alias": "a"]],
    ])
    func `an invalid aggregation is rejected`(json: JSONValue) {
        #expect(throws: RPCError.self) { try Aggregation.all(json) }
    }
}

extension JSONLimits {
    fileprivate static let firestore = JSONLimits(depth: 80)
}
