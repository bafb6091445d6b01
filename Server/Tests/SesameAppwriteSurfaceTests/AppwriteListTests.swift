import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import Testing

@testable import SesameAppwriteSurface

struct AppwriteFilterTests {
    private static let values: [String: [String]] = [
        "email": ["a@b.c"], "status": ["true"], "name": ["Test User 1"], "labels": ["new", "old"],
        "$createdAt": ["1970-01-01T00:00:05.000+00:00"],
    ]

    private func filter(_ query: String) throws -> AppwriteFilter {
        try AppwriteFilter(try AppwriteQuery(query), AppwriteUserModel.schema)
    }

    @Test(arguments: [
        (#"{"method": "equal", "attribute": "email", "values": ["x@b.c", "a@b.c"]}"#, true),
        (#"{"method": "equal", "attribute": "email", "values": ["A@b.c"]}"#, false),
        (#"{"method": "notEqual", "attribute": "email", "values": ["a@b.c"]}"#, false),
        (#"{"method": "notEqual", "attribute": "email", "values": ["x@b.c"]}"#, true),
        (#"{"method": "notEqual", "attribute": "phone", "values": ["+1"]}"#, false),
        (#"{"method": "contains", "attribute": "labels", "values": ["vip", "new"]}"#, true),
        (#"{"method": "contains", "attribute": "labels", "values": ["ne"]}"#, false),
        (#"{"method": "containsAny", "attribute": "labels", "values": ["vip", "old"]}"#, true),
        (#"{"method": "containsAll", "attribute": "labels", "values": ["new", "old"]}"#, true),
        (#"{"method": "containsAll", "attribute": "labels", "values": ["new", "vip"]}"#, false),
        (#"{"method": "notContains", "attribute": "labels", "values": ["vip"]}"#, true),
        (#"{"method": "equal", "attribute": "status", "values": [true]}"#, true),
        (#"{"method": "equal", "attribute": "status", "values": [false]}"#, false),
        (#"{"method": "startsWith", "attribute": "name", "values": ["Te"]}"#, true),
        (#"{"method": "notStartsWith", "attribute": "name", "values": ["Te"]}"#, false),
        (#"{"method": "endsWith", "attribute": "name", "values": ["Te"]}"#, false),
        (#"{"method": "endsWith", "attribute": "name", "values": [" 1"]}"#, true),
        (#"{"method": "notEndsWith", "attribute": "name", "values": ["Te"]}"#, true),
        (#"{"method": "contains", "attribute": "name", "values": ["ST U"]}"#, true),
        (#"{"method": "search", "attribute": "name", "values": ["user"]}"#, true),
        (#"{"method": "notSearch", "attribute": "name", "values": ["user"]}"#, false),
        (#"{"method": "lessThan", "attribute": "$createdAt", "values": ["1970-01-01T00:00:06.000+00:00"]}"#, true),
        (#"{"method": "lessThan", "attribute": "$createdAt", "values": ["1970-01-01T00:00:05Z"]}"#, false),
        (#"{"method": "lessThanEqual", "attribute": "$createdAt", "values": ["1970-01-01T02:00:05+02:00"]}"#, true),
        (#"{"method": "greaterThan", "attribute": "$createdAt", "values": ["1970-01-01 00:00:05.000"]}"#, false),
        (#"{"method": "greaterThanEqual", "attribute": "$createdAt", "values": ["1970-01-01"]}"#, true),
        (#"{"method": "between", "attribute": "name", "values": ["A", "Z"]}"#, true),
        (#"{"method": "notBetween", "attribute": "name", "values": ["A", "Z"]}"#, false),
        (#"{"method": "isNull", "attribute": "phone"}"#, true),
        (#"{"method": "isNull", "attribute": "email", "values": []}"#, false),
        (#"{"method": "isNotNull", "attribute": "phone"}"#, false),
        (
            #"{"method": "or", "values": [{"method": "isNull", "attribute": "name"},"#
                + #"{"method": "and", "values": [{"method": "isNull", "attribute": "phone"},"#
                + #"{"method": "equal", "attribute": "status", "values": [true]}]}]}"#, true
        ),
        (
            #"{"method": "and", "values": [{"method": "isNull", "attribute": "name"},"#
                + #"{"method": "isNull", "attribute": "phone"}]}"#, false
        ),
        (#"equal("email", ["a@b.c", "x@b.c"])"#, true), (#"equal("email", ["A@b.c"])"#, false),
        (#"equal("email", "a@b.c")"#, true), (#"equal("status", [true])"#, true),
        (#"search("name", ["user"])"#, true), (#"between("name", "A", "Z")"#, true),
        (#"between("name", ["A", "B"])"#, false),
    ])
    func `a condition holds only for matching values`(query: String, holds: Bool) throws {
        #expect(try filter(query).holds { Self.values[$0] } == holds)
    }

    @Test(arguments: [
        #"{"method": "equal", "attribute": "password", "values": ["x"]}"#,
        #"{"method": "equal", "attribute": "email", "values": []}"#,
        #"{"method": "equal", "attribute": "email", "values": [null]}"#,
        #"{"method": "equal", "attribute": "email", "values": [5]}"#,
        #"{"method": "equal", "attribute": "status", "values": ["true"]}"#,
        #"{"method": "equal", "attribute": "labels", "values": ["vip"]}"#,
        #"{"method": "contains", "attribute": "status", "values": [true]}"#,
        #"{"method": "containsAll", "attribute": "name", "values": ["a"]}"#,
        #"{"method": "lessThan", "attribute": "registration", "values": ["yesterday"]}"#,
        #"{"method": "notEqual", "attribute": "email", "values": ["x", "y"]}"#,
        #"{"method": "between", "attribute": "email", "values": ["x"]}"#,
        #"{"method": "or", "attribute": "email", "values": ["x"]}"#,
        #"{"method": "or", "values": [{"method": "isNull", "attribute": "name"}]}"#,
        #"{"method": "select", "values": ["name"]}"#, #"{"method": "orderRandom"}"#,
        #"{"method": "isNull", "attribute": "name", "values": ["x"]}"#,
    ])
    func `an invalid condition is rejected`(query: String) throws {
        let problem = #expect(throws: AccountError.self) { try filter(query) }?.attachment(AppwriteError.self)
        #expect(problem?.type == "general_argument_invalid" && problem?.status == .badRequest)
    }

    @Test func `a query that is too long is rejected`() {
        let long = #"{"method": "isNull", "attribute": "\#(String(repeating: "a", count: 4_096))"}"#
        #expect(throws: AccountError.self) { try AppwriteQuery(long) }
    }

    @Test(arguments: [
        ("2026-11-21", "2026-11-21T00:00:00.000+00:00"), ("2026-11-21T06:29:00.03Z", "2026-11-21T06:29:00.030+00:00"),
        ("2026-11-21 06:29:00", "2026-11-21T06:29:00.000+00:00"),
        ("2026-11-21T08:29:00+02:00", "2026-11-21T06:29:00.000+00:00"),
    ])
    func `a time is read in every form that clients send`(text: String, expected: String) {
        #expect(AppwriteTime.text(AppwriteTime.date(text)) == expected)
    }

    @Test(arguments: ["", "now", "1970", "2026-13-01", "2026-11-21T", "é026-11-21T00:00:00"])
    func `an invalid time is rejected`(text: String) { #expect(AppwriteTime.date(text) == nil) }
}

struct AppwritePageScanTests {
    private let people: [(id: String, name: String, time: String)] = [
        ("a", "Bob", "1"), ("b", "Ann", "2"), ("c", "Bob", "3"), ("d", "Cleo", "4"), ("e", "Ann", "5"),
    ]

    private func page(_ texts: String...) throws -> String {
        let queries = texts.enumerated().compactMap { index, text in
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "queries[\(index)]=\($0)" }
        }
        let target = "/v1/users?" + queries.joined(separator: "&")
        let asked = try AppwriteQueries(try HTTPRequest(method: .GET, target: target))
        let schema: AppwriteSchema = ["$id": .text, "$createdAt": .text, "name": .text, "labels": .texts]
        return try asked.page(of: people.reversed(), schema) { person, attribute in
            switch attribute {
            case "$id": [person.id]
            case "$createdAt": [person.time]
            case "name": [person.name]
            default: nil
            }
        }.page.map(\.id).joined()
    }

    @Test func `a list is ordered and paged in both directions`() throws {
        let (up, down) = (
            #"{"method": "orderAsc", "attribute": "name"}"#, #"{"method": "orderDesc", "attribute": "name"}"#
        )
        func cursor(_ way: String, _ id: String) -> String { #"{"method": "cursor\#(way)", "values": ["\#(id)"]}"# }
        #expect(try page() == "abcde")
        #expect(try page(up) == "beacd" && page(down) == "dcaeb")
        #expect(try page(up, #"{"method": "orderDesc", "attribute": "$createdAt"}"#) == "ebcad")
        #expect(try page(up, cursor("After", "a")) == "cd" && page(up, cursor("Before", "c")) == "bea")
        #expect(try page(up, cursor("Before", "c"), #"{"method": "limit", "values": [2]}"#) == "ea")
        #expect(
            try page(
                up, cursor("Before", "c"), #"{"method": "limit", "values": [1]}"#,
                #"{"method": "offset", "values": [1]}"#)
                == "e")
        #expect(try page(down, cursor("After", "c"), #"{"method": "limit", "values": [2]}"#) == "ae")
        #expect(try page(#"{"method": "equal", "attribute": "name", "values": ["Ann"]}"#, down) == "eb")
        #expect(try page(#"{"method": "orderDesc"}"#) == "edcba")
    }

    @Test func `a page scan holds only a few more entries than the page`() throws {
        let query = try #require(
            #"{"method": "limit", "values": [3]}"#.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let asked = try AppwriteQueries(try HTTPRequest(method: .GET, target: "/v1/users?queries[]=\(query)"))
        var window = AppwritePageScan<Int>(asked, orders: try asked.orders(AppwriteUserModel.schema), cursor: nil)
        for number in 0..<10_000 {
            let key = String(format: "%05d", 7_919 * number % 10_000)
            window.take(number, key: [key, key, key])
        }
        #expect(window.page.map { 7_919 * $0 % 10_000 } == [0, 1, 2] && window.count == 10_000)
        let kept = try #require(Mirror(reflecting: window).children.first { $0.label == "kept" }?.value)
        #expect(3..<200 ~= Mirror(reflecting: kept).children.count)
    }

    @Test(arguments: [
        #"{"method": "orderAsc", "attribute": "nothing"}"#, #"{"method": "orderAsc", "attribute": "labels"}"#,
        #"{"method": "cursorAfter", "values": ["nobody"]}"#,
    ])
    func `an unknown order attribute or cursor is rejected`(query: String) {
        #expect(throws: AccountError.self) { try page(query) }
    }
}

struct AppwriteUserListingTests {
    private func listing(search: String) throws -> AppwriteUserListing {
        let text = try #require(search.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        return try AppwriteUserListing(try HTTPRequest(method: .GET, target: "/v1/users?search=\(text)"))
    }

    @Test(arguments: [
        ("", true), ("ANN", true), ("b.c", true), ("\"ann\"", true), ("+15", true), ("bob", false), ("\"", false),
    ])
    func `a search covers ids, names, email addresses and phone numbers`(text: String, holds: Bool) throws {
        let values = ["$id": ["x"], "name": ["Ann"], "email": ["a@b.c"], "phone": ["+15"]]
        let parts = try listing(search: text).parts(Set(values.keys))
        #expect(parts.whole.isEmpty && parts.listed.holds { values[$0] } == holds)
        let apart = try listing(search: text).parts(["$id"])
        #expect(apart.listed.isEmpty && apart.whole.holds { values[$0] } == holds)
    }

    @Test func `a search longer than 256 characters is rejected`() {
        #expect(throws: AccountError.self) { try listing(search: String(repeating: "a", count: 257)) }
    }
}
