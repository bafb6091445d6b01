import ArgumentParser
import Logging
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

            For sign-ins in a browser, google also takes webClientID and clientSecretFile (or \
            clientSecretEnvironment), apple servicesID, and the app redirectURIs and loopbackRedirects. Register \
            {publicURL}/callback/google and {publicURL}/callback/apple there. With teamID, keyID and keyFile, which a \
            servicesID needs in any case, apple also exchanges the authorization codes of its sheet in apps.

            For pushes an app takes push.serviceAccountFile, the key of its Firebase project's service account.

            The operator's commands and back ends come with a key: see 'sesame admin-keys'. With 'adminListen', such as \
            127.0.0.1:8090, they have an address of their own, and the public one refuses them.

            An app with "privacy": "pseudonymous" keeps people under pseudonyms, by the keys of 'pseudonymKeyFile'; make \
            them with 'sesame keys pseudonyms'.

            Texts for phones go to 'texts.url', and only to the countries in 'texts.countries', such as ["+33"].

            'rateLimits' changes what one address, app or account may send; 'metricsListen' names an address for \
            Prometheus alone. 'sesame settings' lists every setting, and 'sesame doctor' checks the file.

            TLS is ended by a proxy in front. SIGTERM finishes the requests under way, then stops.
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
        await application.shutdown()
    }
}
