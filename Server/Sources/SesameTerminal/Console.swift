import Foundation

/// The command line's two streams, written at once: a line in a buffer helps nobody who waits for it.
package enum Console {
    /// A line for whoever reads the output.
    package static func say(_ line: String) {
        write(line + "\n", to: .standardOutput)
    }

    /// Bytes for whoever reads the output.
    package static func say(bytes: [UInt8]) {
        try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
    }

    /// A line for whoever watches.
    package static func complain(_ line: String) {
        write(line + "\n", to: .standardError)
    }

    /// A question, which its answer follows on the same line.
    package static func prompt(_ question: String) {
        write(question, to: .standardError)
    }

    private static func write(_ text: String, to handle: FileHandle) {
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
