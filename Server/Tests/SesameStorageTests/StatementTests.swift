import Foundation
import SesameAccounts
import Testing

@testable import SesameSQLite

/// Tests of parameters and columns that are accessed by name.
@Suite struct StatementTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:", access: .write)
        try connection.execute("CREATE TABLE people (id TEXT, name TEXT, age INTEGER, born INTEGER)")
    }

    private func insert(_ id: String, name: String?, age: Int) throws(StorageError) {
        var row = try connection.prepare(
            "INSERT INTO people (id, name, age, born) VALUES (:id, :name, :age, 2020 - :age)")
        row.bind("age", age)
        row.bind("id", id)
        row.bind("name", name)
        try row.run()
    }

    @Test func `values and columns are matched by name, not by order`() throws {
        try insert("1", name: "Test User 1", age: 20)
        try insert("2", name: nil, age: 30)
        for statement: StaticString in [
            "SELECT id, name, age, born FROM people ORDER BY id", "SELECT age, born, name, id FROM people ORDER BY id",
            "SELECT p.born, p.id, p.age, p.name FROM people AS p ORDER BY p.id",
        ] {
            var row = try connection.prepare(statement)
            #expect(try row.next())
            #expect(row.text("id") == "1" && row.optionalText("name") == "Test User 1" && row.integer("age") == 20)
            #expect(row.integer64("born") == 2_000 && row.text("name") == "Test User 1" && row.text("id") == "1")
            #expect(try row.next())
            #expect(row.isNull("name") && row.integer("age") == 30 && row.text("id") == "2")
            let isMore = try row.next()
            #expect(!isMore)
        }
    }

    @Test func `a statement with a missing, unknown or repeated value does not run`() throws {
        var one = try connection.prepare("INSERT INTO people (id, name) VALUES (:id, :name)")
        one.bind("id", "1")
        #expect(throws: StorageError.self) { try one.run() }
        var other = try connection.prepare("INSERT INTO people (id, age) VALUES (:id, :age)")
        other.bind("id", "1")
        other.bind("name", "Test User 1")
        #expect(throws: StorageError.self) { try other.run() }
        var twice = try connection.prepare("INSERT INTO people (id, born) VALUES (:id, :born)")
        twice.bind("id", "1")
        twice.bind("id", "2")
        #expect(throws: StorageError.self) { try twice.run() }
        #expect(throws: StorageError.self) { try connection.run("INSERT INTO people (id) VALUES (?)") }
        #expect(try connection.integer("SELECT count(*) FROM people") == 0)
    }

    @Test func `bound values are cleared after each use`() throws {
        for age in [20, 30] { try insert("\(age)", name: "Test User 1", age: age) }
        let statement: StaticString = "UPDATE people SET name = :name WHERE id = :id"
        do {
            var row = try connection.prepare(statement)
            row.bind("name", "Test User 2")
            row.bind("id", "20")
            try row.run()
        }
        do {
            var row = try connection.prepare(statement)
            row.bind("id", "30")
            #expect(throws: StorageError.self) { try row.run() }
        }
        #expect(try connection.integer("SELECT count(*) FROM people WHERE name = 'Test User 2'") == 1)
    }
}
