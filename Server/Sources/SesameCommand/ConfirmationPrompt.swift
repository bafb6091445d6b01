import ArgumentParser
import Foundation
import SesameTerminal

/// The confirmation prompt before an irreversible action.
struct ConfirmationPrompt: ParsableArguments {
    @Flag(help: "Do not ask first.")
    var yes = false

    /// Asks the operator to confirm; throws if the operator declines or no terminal is available.
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
