import ArgumentParser
import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameOperations
import SesameServer
import SesameTerminal
import SesameWire

extension AppleCommand.TransferIDs {
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Get transfer ids from Apple, before the app is transferred.")

        @OptionGroup var apple: AppleTeamOptions

        @Option(help: ArgumentHelp("The output of 'sesame export ids'.", valueName: "file"))
        var ids: String

        @Option(help: ArgumentHelp("The team that receives the app.", valueName: "team id"))
        var to: String

        @Option(
            help: ArgumentHelp(
                "The file for the transfer ids; ids already in it are not requested again.", valueName: "file"))
        var output: String

        func run() async throws {
            let target = to
            try await apple.answer(LineFile(ids), in: output) { apple, line throws(AppleTransfer.Failure) in
                // Only Apple identities can be transferred, and only if their subject is known.
                guard line["provider"]?.string == "apple", let subject = line["subject"]?.string else { return nil }
                return (
                    subject,
                    { () async throws(AppleTransfer.Failure) -> JSONObject in
                        ["transferSub": .string(try await apple.transferID(of: subject, to: target))]
                    }
                )
            }
        }
    }

    struct Exchange: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exchange transfer ids for the new team's ids, after the transfer.")

        @OptionGroup var apple: AppleTeamOptions

        @Option(help: ArgumentHelp("The output of 'create'.", valueName: "file"))
        var input: String

        @Option(
            help: ArgumentHelp(
                "The file for the new ids; ids already in it are not requested again.", valueName: "file"))
        var output: String

        func run() async throws {
            try await apple.answer(LineFile(input), in: output) { apple, line throws(AppleTransfer.Failure) in
                guard let subject = line["subject"]?.string, let id = line["transferSub"]?.string else { return nil }
                return (
                    subject,
                    { () async throws(AppleTransfer.Failure) -> JSONObject in
                        let person = try await apple.person(ofTransferID: id)
                        var answer: JSONObject = ["newSubject": .string(person.subject)]
                        answer["email"] = person.email.map(JSONValue.string)
                        if person.isPrivateEmail { answer["isPrivateEmail"] = true }
                        return answer
                    }
                )
            }
        }
    }

    struct Apply: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Store the new ids, with the server stopped.",
            discussion: """
                Each user is changed in one transaction; users who already have the new id are unchanged. A user who \
                has signed in since the transfer has a second account: the command lists both accounts and changes \
                neither.
                """)

        @OptionGroup var offline: OfflineOptions

        @Argument(help: ArgumentHelp("The output of 'exchange'.", valueName: "file"))
        var file: String

        func run() async throws {
            let lines = try LineFile(file)
            try await offline.run { accounts, app, _ in
                var counts = (changed: 0, unchanged: 0, unknown: 0, conflicts: 0)
                for line in lines {
                    guard let line = (try? JSONValue(parsing: line))?.object, let subject = line["subject"]?.string,
                        let new = line["newSubject"]?.string, !new.isEmpty
                    else { throw CommandFailure("'\(file)' is not an output of 'sesame apple transfer-ids exchange'") }
                    let person = TransferredUser(
                        subject: new, email: line["email"]?.string,
                        isPrivateEmail: line["isPrivateEmail"]?.bool ?? false)
                    switch try await accounts.imports.transfer(subject, to: person, in: app) {
                    case .changed: counts.changed += 1
                    case .unchanged: counts.unchanged += 1
                    case .unknown: counts.unknown += 1
                    case .conflict(let old, let new):
                        counts.conflicts += 1
                        Console.complain(
                            "a user has two accounts: \(old) from before the transfer, \(new) from after it")
                    }
                }
                try lines.requireWhole()
                Console.say(
                    """
                    \(counts.changed) changed, \(counts.unchanged) unchanged, \(counts.unknown) unknown, \
                    \(counts.conflicts) with two accounts
                    """)
                if counts.conflicts > 0 { throw ExitCode(1) }
            }
        }
    }
}
