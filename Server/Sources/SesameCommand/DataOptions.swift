import ArgumentParser
import SesameOperations
import SesameServer
import SesameTerminal

/// The options that locate a server's data: the server's configuration, or the data folder.
struct DataOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's configuration, which names the data folder.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The data folder, instead of --config.", valueName: "folder"))
    var data: String?

    /// The paths of the data folder, the deletion journal and the master key.
    struct Location {
        let folder: String
        let journal: String
        /// The master key's file; nil if the configuration sets none, or if `--data` was given instead.
        let keyFile: String?
    }

    func place() throws -> Location {
        switch (config, data) {
        case (let config?, nil):
            let configuration = try ServerConfiguration(parsing: ConfigurationFile.read(config))
            return Location(
                folder: configuration.dataFolder, journal: configuration.journalFile, keyFile: configuration.keyFile)
        case (nil, let data?):
            let folder = data.count > 1 && data.hasSuffix("/") ? String(data.dropLast()) : data
            return Location(folder: folder, journal: ServerConfiguration.defaultJournalPath(in: folder), keyFile: nil)
        default:
            throw ValidationError(
                "Name either the server's configuration with --config or its data folder with --data.")
        }
    }
}
