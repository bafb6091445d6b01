import ArgumentParser
import Foundation
import SesameTerminal

/// The confirmation prompt before a disruptive action, and the flag `--yes`, which skips the prompt.
struct ConfirmationPrompt: ParsableArguments {
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    /// Asks the operator to confirm, unless `--yes` is given; throws if the operator declines or no terminal is
    /// available.
    func require(_ question: String) throws {
        guard !yes else { return }
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            throw CommandFailure("\(question) There is no terminal to ask on; confirm with --yes.")
        }
        Console.prompt("\(question) [y/N] ")
        guard let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased(), ["y", "yes"].contains(answer)
        else { throw CommandFailure("canceled; nothing was changed") }
    }
}
