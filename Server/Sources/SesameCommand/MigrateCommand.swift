import ArgumentParser
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame migrate`, which updates the database's schema while the server is stopped.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Update the database's schema, with the server stopped.",
        discussion: """
            A server updates the schema itself when it starts. As a separate step, with the server stopped, this \
            command shows before the end of an upgrade whether the data can be migrated:

              sudo -u sesame sesame backup /var/backups/sesame --config /etc/sesame/sesame.json
              sudo -u sesame sesame migrate --config /etc/sesame/sesame.json

            The only way back is the backup: an earlier version rejects newer data.
            """)

    @OptionGroup var options: DataOptions

    func run() async throws {
        let place = try options.place()
        let migration = try await Blocking.run { () throws(StartError) in try DataMigration(of: place.folder) }
        if migration.found == migration.current {
            Console.say("\(place.folder) is up to date: schema \(migration.current)")
        } else {
            Console.say("\(place.folder): migrated from schema \(migration.found) to \(migration.current)")
        }
    }
}
