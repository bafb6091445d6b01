import ArgumentParser
import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameOperations
import SesameServer
import SesameTerminal
import SesameWire

/// The options that select the Apple team, through an app of the configuration.
struct AppleTeamOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The configuration, with this team's key.", valueName: "file"))
    var config: String

    @Option(help: "The app's name in the configuration.")
    var app: String

    @Option(help: ArgumentHelp("The development providers' address, for a trial run.", valueName: "address"))
    var developmentProviders: String?

    /// The subject of an input line, and a function that sends the subject's request to Apple.
    typealias Question = (String, () async throws(AppleTransfer.Failure) -> JSONObject)

    /// Sends Apple a request for every input line that is missing in the output file, and appends the responses there.
    /// Exits with 1 if Apple does not know a user; throws if Apple rejects the team's key or is unavailable.
    ///
    /// - Parameter question: A function that returns a line's request; nil to skip the line.
    func answer(
        _ lines: LineFile, in output: String,
        _ question: (AppleTransfer, JSONObject) throws(AppleTransfer.Failure) -> Question?
    ) async throws {
        let client = HTTPClient(allowsPlainHTTP: developmentProviders != nil)
        let apple = try transfer(client)
        let answers = try AppleResultFile(output)
        var (asked, refused, known) = (0, 0, 0)
        for line in lines {
            guard let line = (try? JSONValue(parsing: line))?.object else {
                throw CommandFailure("a line is not a JSON object; the file must be an output of 'sesame'")
            }
            guard let (subject, ask) = try question(apple, line) else { continue }
            guard !answers.knows(subject) else {
                known += 1
                continue
            }
            do throws(AppleTransfer.Failure) {
                try answers.add(try await ask(), of: subject)
                asked += 1
            } catch {
                switch error {
                case .unknown(let word):
                    refused += 1
                    Console.complain("\(subject): Apple responds with \(word)")
                case .misconfigured(let word):
                    throw CommandFailure(
                        "Apple rejects the team's key (\(word)); check teamID, keyID, keyFile and clientIDs")
                case .unavailable(let cause):
                    throw CommandFailure(
                        "Requests to Apple stopped after \(asked) users (\(cause)); run the command again to continue")
                }
            }
            if (asked + refused).isMultiple(of: 1_000), asked + refused > 0 {
                Console.complain("\(known + asked + refused) people")
            }
        }
        await client.shutdown()
        try lines.requireWhole()
        Console.say("\(asked) requested, \(known) already in the file, \(refused) unknown to Apple")
        if refused > 0 { throw ExitCode(1) }
    }

    private func transfer(_ client: HTTPClient) throws -> AppleTransfer {
        let configuration = try ServerConfiguration(parsing: ConfigurationFile.read(config))
        guard let id = AppID(app), let found = configuration.apps[id] else {
            throw CommandFailure("The configuration has no app '\(app)'.")
        }
        guard !found.privacy.isPseudonymous else {
            throw CommandFailure(
                "'\(app)' is a pseudonymous app: it does not store its users' ids at Apple, which the requests need")
        }
        guard let team = configuration.appleTeams[id], let clientID = found.providers[.apple]?.clientIDs.first else {
            throw CommandFailure("The app '\(app)' needs teamID, keyID, keyFile and clientIDs for Apple.")
        }
        return AppleTransfer(
            team: team, clientID: clientID, client: client,
            at: developmentProviders.map(AppleTransfer.Endpoints.development) ?? .apple)
    }
}

/// A file of Apple's responses, one JSON line per user. A repeated run continues after the last complete line.
private final class AppleResultFile {
    private let handle: FileHandle
    private var subjects: Set<String> = []

    init(_ path: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        guard let handle = FileHandle(forUpdatingAtPath: path), let size = try? handle.seekToEnd() else {
            throw CommandFailure("'\(path)' cannot be written.")
        }
        var end: UInt64 = 0
        let lines = try LineFile(path)
        for line in lines {
            // A line that is incomplete because the program ended is written again.
            let next = end + UInt64(line.count + 1)
            guard next <= size, let subject = (try? JSONValue(parsing: line))?["subject"]?.string else { break }
            subjects.insert(subject)
            end = next
        }
        try lines.requireWhole()
        try handle.truncate(atOffset: end)
        self.handle = handle
    }

    func knows(_ subject: String) -> Bool { subjects.contains(subject) }

    func add(_ answer: JSONObject, of subject: String) throws(AppleTransfer.Failure) {
        var line: JSONObject = ["subject": .string(subject)]
        for member in answer.members { line[member.name] = member.value }
        do {
            try handle.write(contentsOf: Data(line.serialized() + [UInt8(ascii: "\n")]))
        } catch {
            throw .unavailable("the output cannot be written: \(error)")
        }
        subjects.insert(subject)
    }
}
