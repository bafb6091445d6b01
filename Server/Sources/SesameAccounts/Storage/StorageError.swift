import SesameWire

/// The reason why a transaction changed nothing.
package enum StorageError: Error, Sendable, Equatable {
    /// A row with that key exists, or the account that it belongs to does not.
    case conflict
    /// The database cannot be reached or written to now: locked, full, or failing.
    case unavailable(String)
    /// The data read are not the data written.
    case corrupt(String)
    /// A rule forbids it, as the rows are. A refusal after which something is kept, say a counted guess, is a value instead.
    indirect case refused(Refusal)

    package static func == (one: StorageError, other: StorageError) -> Bool {
        switch (one, other) {
        case (.conflict, .conflict): true
        case (.unavailable(let cause), .unavailable(let otherCause)), (.corrupt(let cause), .corrupt(let otherCause)):
            cause.hasSameBytes(as: otherCause)
        case (.refused(let refusal), .refused(let otherRefusal)):
            refusal.code == otherRefusal.code && refusal.reason.hasSameBytes(as: otherRefusal.reason)
        default: false
        }
    }
}
