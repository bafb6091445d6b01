import SesameSQLite

/// A data folder brought to the form that this version of the program works with.
package struct DataMigration: Sendable, Equatable {
    /// The version of the schema that was found.
    package let found: Int
    /// The one that it has now.
    package let current: Int

    /// Does at once what a server does when it starts. Each step is all or nothing, so one that was broken off is done
    /// by the next attempt.
    package init(of dataFolder: String) throws(StartError) {
        let storage = try SQLiteStorage(existing: dataFolder)
        found = storage.foundSchema
        storage.close()
        current = SQLiteStorage.schema
    }
}
