import ArgumentParser
import Foundation
import SesameTerminal

/// Asks before what cannot be undone.
struct Consent: ParsableArguments {
    @Flag(help: "Do not ask first.")
    var yes = false

    /// Returns when it is wanted; throws when it is not, or nobody is there to ask.
    func require(_ question: String) throws {
        guard !yes else { return }
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            throw CommandFailure("\(question) Nobody is there to ask; say --yes.")
        }
        Console.prompt("\(question) [y/N] ")
        guard let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased(), ["y", "yes"].contains(answer)
        else { throw CommandFailure("nothing was done") }
    }
}
