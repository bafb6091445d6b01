import Foundation
import SesameCore
import Testing

@testable import SesameFirebaseSurface

struct FirestoreTransactionTests {
    private static let name: JSONObject = ["name": ["stringValue": "A"]]

    @Test func `a transaction commits if what it has read is unchanged, and is aborted otherwise`() async throws {
        let guest = try await FirestoreRig().guest()
        for isFaster in [false, true] {
            let id = try await guest.call("beginTransaction", [:]).json["transaction"]
            let read = try await guest.call(
                "batchGet", ["documents": [.string(guest.name)], "transaction": id ?? .null])
            #expect(read.status == 200 && read.json.array?.first?["transaction"] == nil)
            let age = JSONValue.object(["integerValue": .string(isFaster ? "2" : "1")])
            if isFaster { _ = try await guest.commit(guest.write(["age": age])) }
            let answer = try await guest.commit(guest.write(Self.name), transaction: id)
            #expect(answer.status == (isFaster ? 409 : 200) && answer.error == (isFaster ? "ABORTED" : nil))
            // The transaction has ended in either case.
            #expect(try await guest.commit(guest.write(Self.name), transaction: id).error == "ABORTED")
        }
    }

    @Test func `a read request can begin a transaction`() async throws {
        let guest = try await FirestoreRig().guest()
        let query: JSONValue = ["from": [["collectionId": "users"]]]
        let calls: [(String, JSONObject)] = [
            ("batchGet", ["documents": [.string(guest.name)], "newTransaction": [:]]),
            ("runQuery", ["structuredQuery": query, "newTransaction": ["readWrite": [:]]]),
            (
                "runAggregationQuery",
                [
                    "structuredAggregationQuery": ["structuredQuery": query, "aggregations": [["count": [:]]]],
                    "newTransaction": [:],
                ]
            ),
        ]
        for (index, (method, body)) in calls.enumerated() {
            let id = try await guest.call(method, .object(body)).json.array?.first?["transaction"]
            #expect(id?.string?.isEmpty == false)
            _ = try await guest.commit(guest.write(["age": ["integerValue": .string(String(index))]]))
            #expect(try await guest.commit(guest.write(Self.name), transaction: id).error == "ABORTED", "\(method)")
        }
    }

    @Test func `a rolled-back transaction has ended, and another user cannot use or end it`() async throws {
        let rig = try await FirestoreRig()
        let (guest, other) = (try await rig.guest(), try await rig.guest())
        let id = try #require(try await guest.call("beginTransaction", [:]).json["transaction"])
        #expect(try await other.commit(other.write(Self.name), transaction: id).error == "ABORTED")
        #expect(try await other.call("rollback", ["transaction": id]).status == 200)
        #expect(
            try await guest.call("batchGet", ["documents": [.string(guest.name)], "transaction": id]).status == 200)
        #expect(try await guest.call("rollback", ["transaction": id]).json == [:])
        #expect(try await guest.commit(guest.write(Self.name), transaction: id).error == "ABORTED")
        #expect(try await guest.call("rollback", [:]).error == "INVALID_ARGUMENT")
        #expect(try await guest.commit(guest.write(Self.name), transaction: "*").error == "INVALID_ARGUMENT")
        #expect(
            try await guest.call("batchGet", ["documents": [], "transaction": id, "newTransaction": [:]]).status == 400)
    }

    @Test func `queries find only the user's own document`() async throws {
        let rig = try await FirestoreRig()
        let (guest, _) = (try await rig.guest(), try await rig.guest())
        let found = try await guest.call("runQuery", ["structuredQuery": ["from": [["collectionId": "users"]]]])
        #expect(found.json.array?.compactMap { $0["document"]?["name"] } == [.string(guest.name)])
        #expect(found.json.array?.first?["readTime"] == "2027-01-15T08:00:00Z")
        let none = try await guest.call(
            "runQuery", ["structuredQuery": ["from": [["collectionId": "users"]], "limit": 0]])
        #expect(none.json == [["readTime": "2027-01-15T08:00:00Z"]])
        let count = try await guest.call(
            "runAggregationQuery",
            [
                "structuredAggregationQuery": [
                    "structuredQuery": ["from": [["collectionId": "users"]]],
                    "aggregations": [["alias": "all", "count": [:]]],
                ]
            ])
        #expect(
            count.json.array?.first?["result"] == ["aggregateFields": ["all": ["integerValue": "1"]]])
        let selected = try await guest.call(
            "runQuery",
            [
                "structuredQuery": [
                    "from": [["collectionId": "users"]], "select": ["fields": [["fieldPath": "id"]]],
                ]
            ])
        #expect(
            selected.json.array?.first?["document"]?["fields"] == ["id": ["stringValue": .string(guest.uid)]])
    }

    @Test func `errors of read requests are returned in an array`() async throws {
        let guest = try await FirestoreRig().guest()
        for (method, body) in [
            ("batchGet", ["documents": ["users/a"]]), ("batchGet", ["documents": 1]), ("runQuery", [:]),
            ("batchGet", ["documents": [1]]), ("batchGet", ["mask": ["fieldPaths": ["a."]]]),
            ("runAggregationQuery", ["structuredAggregationQuery": [:]]),
        ] as [(String, JSONValue)] {
            let answer = try await guest.call(method, body)
            #expect(answer.status == 400 && answer.json.array?.count == 1, "\(method)")
            #expect(answer.error == "INVALID_ARGUMENT")
        }
    }

    // The table

    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func read(_ uid: String) -> TransactionTable.Read {
        TransactionTable.Read(uid: uid, updateTime: .epoch)
    }

    @Test func `a transaction expires after 270 seconds`() throws {
        let table = TransactionTable()
        try table.begin([1], of: "a", at: Self.now)
        try table.note([read("a")], in: [1], of: "a", at: Self.now.addingTimeInterval(269))
        #expect(throws: RPCError.self) { try table.end([1], of: "a", at: Self.now.addingTimeInterval(270)) }
        #expect(try table.end([1], of: "a", at: Self.now.addingTimeInterval(269)).map(\.uid) == ["a"])
    }

    @Test func `a user's seventeenth transaction replaces the oldest one`() throws {
        let table = TransactionTable()
        for number in 0..<17 { try table.begin([UInt8(number)], of: "a", at: Self.now) }
        #expect(throws: RPCError.self) { try table.end([0], of: "a", at: Self.now) }
        for number in 1..<17 { try table.end([UInt8(number)], of: "a", at: Self.now) }
    }

    @Test func `a full table rejects a new transaction until another one ends or expires`() throws {
        let table = TransactionTable(most: 2)
        try table.begin([1], of: "a", at: Self.now)
        try table.begin([2], of: "b", at: Self.now)
        #expect(throws: RPCError.self) { try table.begin([3], of: "c", at: Self.now) }
        try table.end([1], of: "a", at: Self.now)
        try table.begin([3], of: "c", at: Self.now)
        try table.begin([4], of: "d", at: Self.now.addingTimeInterval(270))
        try table.begin([5], of: "e", at: Self.now.addingTimeInterval(270))
    }
}
