import ArgumentParser
import Logging
import NIOCore
import SesameHTTP
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame serve`, which runs the production server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the apps of a configuration file.",
        discussion: """
            The file is JSON:

              {"publicURL": "https://sign-in.example.com", "listen": "127.0.0.1:8080",
               "dataDir": "/var/lib/sesame", "keyFile": "/etc/sesame/key",
               "trustedProxies": ["127.0.0.1"],
               "apps": {"shop": {"providers": {"google": {"clientIDs": ["…"]}, "anonymous": true}}}}

            For sign-ins in a browser, set webClientID and clientSecretFile (or clientSecretEnvironment) for google, \
            servicesID for apple, and redirectURIs and loopbackRedirects for the app. Register \
            {publicURL}/callback/google and {publicURL}/callback/apple at the providers. With teamID, keyID and \
            keyFile, which servicesID requires in any case, the server also exchanges the authorization codes of \
            Apple's sheet in apps.

            For pushes, set push.serviceAccountFile of the app to the key of its Firebase project's service account.

            The operator's commands and back ends need an admin key: see 'sesame admin-keys'. With 'adminListen', such \
            as 127.0.0.1:8090, they have an address of their own, and the public address rejects them.

            An app with "privacy": "pseudonymous" stores users under pseudonyms, derived with the keys of \
            'pseudonymKeyFile'; create the keys with 'sesame keys pseudonyms'.

            SMS are sent through 'texts.url', and only to the countries in 'texts.countries', such as ["+33"].

            'rateLimits' sets how much one address, app or account may send; 'metricsListen' sets an address for \
            Prometheus only. 'sesame settings' lists every setting, and 'sesame doctor' checks the file.

            A proxy in front of the server terminates TLS. On SIGTERM the server finishes its requests, with those \
            that are on their way, then stops.
            """)

    @Option(help: ArgumentHelp("The configuration.", valueName: "file"))
    var config: String

    @Option(help: "The log level: debug, info, notice, warning or error.")
    var logLevel: LogLevel = .notice

    func run() async throws {
        let configuration = try ServerConfiguration(parsing: ConfigurationFile.read(config)).forProduction()
        let termination = await TerminationSignal.listen()
        let application = try await SesameApplication(configuration, logger: logLevel.logger())
        Console.say("ready \(configuration.publicURL)")
        await termination.requested()
        await application.shutdown(idle: .seconds(1))
    }
}
