import SesameAccounts

/// The schema, as the steps by which it came about. A step that was released is never changed; the next one follows.
enum Schema {
    static let migrations: [StaticString] = [Migration1.script]

    /// `SESM` in ASCII, in the file's header: what makes it ours.
    static let applicationID = 0x5345_534D

    /// The schema's version in a file that is ours, or is new; anything else is left as it is.
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

    /// Takes the steps that follow a version, each in a transaction of its own.
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
