import SesameWire

/// The reason why a storage operation failed and changed nothing.
package enum StorageError: Error, Sendable, Equatable {
    /// A row with the same key exists, or the row's account does not exist.
    case conflict
    /// The database cannot be read or written at the moment: locked, full, or failing.
    case unavailable(String)
    /// A part of the database file is damaged.
    case damaged(String)
    /// The stored data is not of the expected form.
    case corrupt(String)
    /// A rule forbids the change in the current state. A refusal that stores a change, such as a counted guess, is
    /// returned as a value instead.
    indirect case refused(AccountError)

    package static func == (one: StorageError, other: StorageError) -> Bool {
        switch (one, other) {
        case (.conflict, .conflict): true
        case (.unavailable(let cause), .unavailable(let otherCause)), (.damaged(let cause), .damaged(let otherCause)),
            (.corrupt(let cause), .corrupt(let otherCause)):
            cause.hasSameBytes(as: otherCause)
        case (.refused(let refusal), .refused(let otherRefusal)):
            refusal.code == otherRefusal.code && refusal.reason.hasSameBytes(as: otherRefusal.reason)
        default: false
        }
    }
}
