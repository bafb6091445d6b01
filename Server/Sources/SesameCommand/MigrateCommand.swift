import ArgumentParser
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame migrate`, which converts data of an earlier version.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Update the database's schema, with the server stopped.",
        discussion: """
            A server does so by itself when it starts. As a step of its own, with the server stopped, it tells before an \
            upgrade is over whether the data can be taken along:

              sudo -u sesame sesame backup /var/backups/sesame --config /etc/sesame/sesame.json
              sudo -u sesame sesame migrate --config /etc/sesame/sesame.json

            There is no way back but the backup: an earlier version refuses newer data.
            """)

    @OptionGroup var options: DataOptions

    func run() async throws {
        let place = try options.place()
        let migration = try await Blocking.run { () throws(StartError) in try DataMigration(of: place.folder) }
        if migration.found == migration.current {
            Console.say("\(place.folder) is up to date: schema \(migration.current)")
        } else {
            Console.say("\(place.folder): schema \(migration.found) has become \(migration.current)")
        }
    }
}
