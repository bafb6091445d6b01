import SesameAccounts

/// The schema, as a list of migrations. A released migration is never changed; a new one is appended.
enum Schema {
    static let migrations: [StaticString] = [Migration1.script]

    /// The application id in the file's header, `SESM` in ASCII, which identifies a database of this program.
    static let applicationID = 0x5345_534D

    /// Returns the schema version of a database; 0 for a new one. Throws, and leaves the file unchanged, if it belongs
    /// to another program or a newer version of this one.
    static func version(_ connection: Connection, path: String) throws(SQLiteOpenError) -> Int {
        let version: Int
        let application: Int
        let tables: Int
        do throws(StorageError) {
            version = try connection.integer("PRAGMA user_version")
            application = try connection.integer("PRAGMA application_id")
            tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
        } catch {
            throw .database(error)
        }
        let isNew = application == 0 && version == 0 && tables == 0
        guard application == applicationID || isNew else { throw .foreign(path: path) }
        guard version <= migrations.count else {
            throw .newer(path: path, version: version, known: migrations.count)
        }
        return version
    }

    /// Runs the migrations after the given version, each in its own transaction.
    static func migrate(_ connection: Connection, from version: Int) throws(SQLiteOpenError) {
        do throws(StorageError) {
            for step in migrations.dropFirst(version) { try apply(step, to: connection) }
        } catch {
            throw .database(error)
        }
    }

    static func apply(_ step: StaticString, to connection: Connection) throws(StorageError) {
        try connection.execute("BEGIN IMMEDIATE")
        do throws(StorageError) {
            try connection.execute(step)
            try connection.execute("COMMIT")
        } catch {
            connection.rollBack()
            throw error
        }
    }
}
