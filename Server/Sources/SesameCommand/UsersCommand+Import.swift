import ArgumentParser
import Foundation
import SesameAccounts
import SesameServer
import SesameTerminal
import SesameWire

extension UsersCommand {
    /// The command `sesame users import`, which imports accounts from a file exported by another system.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Import accounts from another system, as JSON lines.",
            discussion: """
                Stop the server first, and run this as its user. Each line is an account:

                  {"id": "u1", "identities": [{"provider": "google", "subject": "1234567890"}], \
                "createdAt": "2024-05-01T08:00:00Z"}

                All lines are checked first; if one cannot be imported, nothing is written, and the errors are listed. \
                A line that was imported before changes nothing, so the command can be repeated:

                  sudo -u sesame sesame users import users.jsonl --app shop --config /etc/sesame/sesame.json
                """)

        @Argument(help: ArgumentHelp("The lines.", valueName: "file"))
        var file: String

        @Option(
            help: ArgumentHelp(
                "The system that exported the file, if its lines are not accounts: appwrite.", valueName: "system"))
        var from: ImportSource?

        @OptionGroup var offline: OfflineOptions

        @Flag(help: "Check the lines, and change nothing.")
        var dryRun = false

        @Option(
            help: ArgumentHelp(
                "Write the account of each line, as JSON lines, to a new file.", valueName: "file"))
        var ids: String?

        func run() async throws {
            let (lines, system) = (try LineFile(file), from)
            try lines.requireFile()
            let isDry = dryRun
            guard ids == nil || !isDry else {
                throw ValidationError("--ids is not allowed with --dry-run, which creates no accounts.")
            }
            let ids = ids
            try await offline.run { accounts, app, _ in
                let parsed = try ImportLines(
                    lines, from: system, app: app, accounts.definitions, now: accounts.environment.now)
                let check = try await accounts.imports.checkImport(
                    parsed, into: app, progress: Self.report("looked at"))
                try lines.requireWhole()
                if parsed.guests > 0 {
                    Console.complain(
                        "\(parsed.guests) users have no sign-in method that can be imported, and are skipped")
                }
                guard check.refused.isEmpty else {
                    for problem in check.refused { Console.complain("\(problem)") }
                    let more = check.refusedCount - check.refused.count
                    if more > 0 { Console.complain("… and \(more) more") }
                    throw CommandFailure("\(check.refusedCount) lines cannot be imported; nothing was changed")
                }
                guard !isDry else {
                    return Console.say(
                        "\(check.added) accounts to add, \(check.unchanged) unchanged; nothing was changed")
                }
                let file = try ids.map { try IDFile($0) }
                let report = try await accounts.imports.importAccounts(
                    parsed, into: app, context: RequestContext(requestID: "import"), taken: { file?.append($0) },
                    progress: Self.report("imported"))
                for problem in report.refused { Console.complain("\(problem)") }
                Console.say("\(report.added) accounts added, \(report.unchanged) unchanged")
                try file?.finish()
                try lines.requireWhole()
                if !report.refused.isEmpty { throw ExitCode(1) }
            }
        }

        /// Returns a function that prints the number of processed lines, every ten thousand lines.
        private static func report(_ word: String) -> @Sendable (Int) -> Void {
            { count in if count.isMultiple(of: 10_000) { Console.complain("\(count) lines \(word)") } }
        }
    }
}

/// The new file of `--ids`, with one JSON object per line of the import: the line's number and its account's id, even
/// if an earlier import created the account. Only the file's owner can read the file.
private final class IDFile: Sendable {
    private let path: String
    private let handle: FileHandle
    private let isWhole = Locked(true)

    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("'\(path)' cannot be created: \(String(cString: strerror(errno)))")
        }
        self.path = path
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func append(_ lines: [ImportedLine]) {
        let bytes = lines.flatMap { $0.json.serialized() + [UInt8(ascii: "\n")] }
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            isWhole.withLock { $0 = false }
        }
    }

    func finish() throws {
        guard isWhole.withLock(\.self), (try? handle.synchronize()) != nil else {
            throw CommandFailure("'\(path)' is incomplete; repeat the command with another file")
        }
    }
}

/// Another system whose export can be imported without conversion.
enum ImportSource: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// Appwrite's responses to `GET /users` and `GET /users/identities`, one page per line.
    case appwrite
}

/// The accounts to import: one for each line of a file in Sesame's format, or one for each user of another system's
/// export, except users without a sign-in method that can be imported.
private struct ImportLines: Sequence, Sendable {
    private let lines: LineFile
    private let app: App
    private let providers: ProviderDirectory
    private let now: Date
    /// The identities of an Appwrite export; nil for a file with one account per line.
    private var export: AppwriteExport?
    private let skipped = Locked(0)

    init(_ lines: LineFile, from system: ImportSource?, app: App, _ providers: ProviderDirectory, now: Date) throws {
        (self.lines, self.app, self.providers, self.now) = (lines, app, providers, now)
        guard system == .appwrite else { return }
        var export = AppwriteExport(for: app)
        for (index, line) in lines.enumerated() {
            do {
                try export.add(line, line: index + 1)
            } catch {
                throw CommandFailure("\(error.field ?? ""): \(error.reason)")
            }
        }
        try lines.requireWhole()
        self.export = export
    }

    /// The number of users in an Appwrite export whom the last complete iteration skipped.
    var guests: Int { skipped.withLock { $0 } }

    func makeIterator() -> AnyIterator<ImportLine> {
        if let export { return users(of: export) }
        var iterator = lines.makeIterator()
        var number = 0
        return AnyIterator {
            while let line = iterator.next() {
                number += 1
                if let line = ImportLine(line, number: number, app: app, providers, now: now) { return line }
            }
            return nil
        }
    }

    /// Returns the users of an Appwrite export, read one page at a time.
    private func users(of export: AppwriteExport) -> AnyIterator<ImportLine> {
        var iterator = lines.makeIterator()
        var number = 0
        var page: ArraySlice<ImportLine> = []
        skipped.withLock { $0 = 0 }
        return AnyIterator {
            while page.isEmpty, let bytes = iterator.next() {
                number += 1
                let (lines, guests) = export.lines(ofPage: bytes, line: number, providers, now: now)
                page = lines[...]
                skipped.withLock { $0 += guests }
            }
            return page.popFirst()
        }
    }
}
