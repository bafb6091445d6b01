import Foundation
import NIOCore
package import SesameAccounts
package import SesameHTTP
package import SesameSQLite

/// An error that prevents the server or a command from starting, with a message for the operator.
package struct StartError: Error, Sendable, CustomStringConvertible {
    /// The problem on one line, in many cases with the next step.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package init(_ error: KeyRingError, keyFile: String) {
        switch error {
        case .wrongMasterKey:
            self.init(
                """
                keyFile: '\(keyFile)' is not the key that this data was created with; name the original key, or start \
                with an empty data folder
                """)
        case .storage, .sealing: self.init("the signing keys cannot be read or created: \(error)")
        }
    }

    /// - Parameter journal: The path of the deletion journal, if it names the database that was expected.
    package init(_ error: SQLiteOpenError, folder: String, journal: String = "") {
        switch error {
        case .missing:
            self.init(
                """
                dataDir: \(error), but '\(journal)' belongs to one. Mount its volume, name the right folder, or restore \
                a backup. To begin with an empty database, move that file away
                """)
        case .otherDatabase:
            self.init(
                """
                dataDir: \(error): '\(journal)' does not belong to it. Mount the right volume, name the right folder, or \
                restore a backup
                """)
        case .inUse:
            self.init("dataDir: '\(folder)' is in use by another process; stop that process, or name another folder")
        default: self.init("dataDir: \(error)")
        }
    }

    package init(_ error: DeletionJournalFile.Failure, journal: String) {
        switch error {
        case .inaccessible(let reason): self.init("deletionJournal: '\(journal)' cannot be used: \(reason)")
        case .malformed(let line):
            self.init(
                """
                deletionJournal: line \(line) of '\(journal)' is not a valid deletion; restore a good copy. Without \
                one, move the file away: what the database knows is then recorded again
                """)
        case .otherDatabase:
            self.init(
                """
                deletionJournal: '\(journal)' belongs to another database; name this database's own journal. If it is lost \
                for good, use none: what the database knows is recorded again
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
        case EADDRINUSE: ("another program is already listening there", "stop it, or choose another port")
        case EACCES:
            (
                "this user is not allowed to use the port",
                "choose port 1024 or higher; lower ports are reserved for root"
            )
        case EADDRNOTAVAIL: ("this machine has no such address", "choose one that 'ip address' shows")
        default: ("\(cause)", "choose another address")
        }
    }
}

extension HTTPServer {
    /// Starts to listen. Throws an error that explains to the operator why an address is not available.
    ///
    /// - Returns: The port, which the system chooses if the configuration has 0.
    @discardableResult
    package func listen() async throws(StartError) -> Int {
        do {
            return try await start()
        } catch {
            throw StartError(error)
        }
    }
}
