import Foundation
import NIOCore
package import SesameAccounts
package import SesameHTTP
package import SesameSQLite

/// The reason why a server could not start, with the next step.
package struct StartError: Error, Sendable, CustomStringConvertible {
    /// The explanation.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package init(_ error: KeyRingError, keyFile: String) {
        switch error {
        case .wrongMasterKey:
            self.init(
                """
                keyFile: '\(keyFile)' is not the key that this data was made with; name that one, or begin with an \
                empty data folder
                """)
        case .storage, .sealing: self.init("the signing keys cannot be read or made: \(error)")
        }
    }

    package init(_ error: SQLiteOpenError, folder: String) {
        switch error {
        case .inUse:
            self.init("dataDir: '\(folder)' is in use by another process; stop that one, or name another folder")
        default: self.init("dataDir: \(error)")
        }
    }

    package init(_ error: DeletionJournalFile.Failure, journal: String) {
        switch error {
        case .inaccessible(let reason): self.init("deletionJournal: '\(journal)' cannot be used: \(reason)")
        case .malformed(let line):
            self.init(
                """
                deletionJournal: line \(line) of '\(journal)' is no deletion's; put back a good copy. Without one, move \
                it away: deletions that the database knows are then noted anew
                """)
        }
    }

    fileprivate init(_ error: HTTPListenError) {
        let (reason, fix) = error.words
        self.init("cannot listen on \(error.host):\(error.port): \(reason); \(fix)")
    }
}

extension HTTPListenError {
    /// The reason and the next step, for an operator.
    var words: (reason: String, fix: String) {
        switch (cause as? IOError)?.errnoCode {
        case EADDRINUSE: ("another program listens there", "stop it, or choose another port")
        case EACCES: ("this user may not", "choose a port from 1024 up; lower ones are root's")
        case EADDRNOTAVAIL: ("this machine has no such address", "name one that 'ip address' shows")
        default: ("\(cause)", "choose another address")
        }
    }
}

extension HTTPServer {
    /// Starts to listen, and explains an unavailable address in its error.
    ///
    /// - Returns: The port.
    @discardableResult
    package func listen() async throws(StartError) -> Int {
        do {
            return try await start()
        } catch {
            throw StartError(error)
        }
    }
}
