import Foundation

/// Unbuffered writing to standard output and standard error, so that a program that reads the output receives each
/// line at once.
package enum Console {
    /// Writes a line to standard output.
    package static func say(_ line: String) {
        write(line + "\n", to: .standardOutput)
    }

    /// Writes bytes to standard output.
    package static func say(bytes: [UInt8]) {
        try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
    }

    /// Writes a line to standard error.
    package static func complain(_ line: String) {
        write(line + "\n", to: .standardError)
    }

    /// Writes a question to standard error without a line break, so that the user's input follows on the same line.
    package static func prompt(_ question: String) {
        write(question, to: .standardError)
    }

    private static func write(_ text: String, to handle: FileHandle) {
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
