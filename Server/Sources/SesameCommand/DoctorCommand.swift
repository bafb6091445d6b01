import ArgumentParser
import Foundation
import NIOCore
import SesameHTTP
import SesameOperations
import SesameServer
import SesameTerminal
import SesameWire

/// The command `sesame doctor`, which reports the problems of an installation and how to solve them.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check an installation, and print how to correct it.",
        discussion: """
            Checks every setting, the key files and whether they belong to the data, the ids of Apple and Google, the \
            data folder, the deletion journal, the addresses to listen on, the clock, and the connection to the \
            providers and the mail server; also an app's Info.plist, entitlements and GoogleService-Info.plist, if \
            given. Run it as the server's user, before the first start and after every change:

              sudo -u sesame sesame doctor --config /etc/sesame/sesame.json --server https://sign-in.example.com
              sesame doctor --config sesame.json --info-plist App/Info.plist --entitlements App/App.entitlements

            Exits with 1 if there is a fault; notes are not faults. It changes nothing except the mode of database \
            files that others can read.
            """)

    @Option(help: ArgumentHelp("The configuration.", valueName: "file"))
    var config: String

    @Option(help: ArgumentHelp("The app's Info.plist, XML or binary.", valueName: "file"))
    var infoPlist: String?

    @Option(help: ArgumentHelp("The app's entitlements.", valueName: "file"))
    var entitlements: String?

    @Option(help: ArgumentHelp("The app's GoogleService-Info.plist.", valueName: "file"))
    var googleServiceInfo: String?

    @Option(help: ArgumentHelp("The address of the running server, to check that too.", valueName: "address"))
    var server: String?

    @Flag(help: "Do not use the network.")
    var offline = false

    @Flag(help: "Print JSON, one finding per line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print faults and notes only.")
    var quiet = false

    func run() async throws {
        var subjects = Doctor.Options()
        subjects.infoPlist = infoPlist
        subjects.entitlements = entitlements
        subjects.googleServiceInfo = googleServiceInfo
        subjects.server = server
        let doctor = Doctor(
            configuration: try ConfigurationFile.read(config), subjects: subjects, fetch: offline ? nil : Self.fetch(),
            greet: offline ? nil : Self.greet)
        let findings = await doctor.findings()
        for finding in findings where !quiet || finding.level != .ok {
            if json {
                Console.say(bytes: finding.json.serialized() + [UInt8(ascii: "\n")])
            } else {
                Console.say(finding.text)
            }
        }
        let faults = findings.count { $0.level == .fault }
        let notes = findings.count { $0.level == .note }
        if !json { Console.say("\(faults) faults, \(notes) notes") }
        if faults > 0 { throw ExitCode(1) }
    }

    private static let greet: Doctor.Greet = { server in await MailClient(server).greet() }

    private static func fetch() -> Doctor.Fetch {
        // A local test server has no certificate.
        let (vendors, local) = (HTTPClient(), HTTPClient(allowsPlainHTTP: true))
        return { url async throws(HTTPClientError) in
            let isLocal = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"].contains(where: url.hasPrefix)
            return try await (isLocal ? local : vendors).send(OutgoingRequest(url: url, timeout: .seconds(5)))
        }
    }
}
