package import SesameSQLite

extension SQLiteStorage {
    /// Opens the database of a configuration. Throws if the deletion journal belongs to another one, or to one that is
    /// missing: a volume that was not mounted must not be taken for a new server.
    package convenience init(
        _ configuration: ServerConfiguration, options: SQLiteOptions = SQLiteOptions()
    ) throws(StartError) {
        let journal = configuration.journalFile
        var options = options
        do throws(DeletionJournalFile.Failure) {
            options.expectedID = try DeletionJournalFile.database(of: journal)
        } catch {
            throw StartError(error, journal: journal)
        }
        do throws(SQLiteOpenError) {
            try self.init(folder: configuration.dataFolder, options: options)
        } catch {
            throw StartError(error, folder: configuration.dataFolder, journal: journal)
        }
    }
}
