import SesameSQLite

/// The migration of a data folder to this version's schema.
package struct DataMigration: Sendable, Equatable {
    /// The schema version before the migration.
    package let found: Int
    /// The schema version after the migration.
    package let current: Int

    /// Performs the migration that a server performs at its start. Each step is atomic, so that a later attempt
    /// continues after an interruption.
    package init(of dataFolder: String) throws(StartError) {
        let storage = try SQLiteStorage(existing: dataFolder)
        found = storage.openedSchemaVersion
        storage.close()
        current = SQLiteStorage.schemaVersion
    }
}
