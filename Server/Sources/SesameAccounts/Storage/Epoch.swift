import Foundation

/// A class of security events of an account. An event of the class voids the pending codes that depend on the class;
/// see ``AccountMark``.
package enum Epoch: String, Sendable, CaseIterable, Codable {
    /// The password was reset, changed or removed.
    case password
    /// The email address was added, changed or removed.
    case address
    /// A sign-in method was added, verified or removed, or its provider reported a change.
    case methods
    /// A second factor was added or removed.
    case factors
    /// Sessions were ended for security. A device's own sign-out does not count.
    case sessions
    /// The account was disabled or enabled.
    case state

    fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// An account's epochs: one number for each class of events. Each event of the class increases the number.
package struct Epochs: Sendable, Equatable {
    private var values: [Int64]

    /// Creates the epochs of a new account, all 0.
    package init() {
        values = Epoch.allCases.map { _ in 0 }
    }

    /// The number of a class; 0 before its first event.
    package subscript(_ epoch: Epoch) -> Int64 {
        get { values[epoch.place] }
        set { values[epoch.place] = newValue }
    }

    /// Returns the time of the latest event of the given classes, by the server's clock at that time; nil if there was
    /// none.
    func lastEvent(of classes: Set<Epoch>) -> Date? {
        let last = classes.map { self[$0] }.max() ?? 0
        return last == 0 ? nil : Date(millisecondsSince1970: last)
    }

    /// Returns the epochs after an event of the given classes.
    ///
    /// A new number is the time in milliseconds since 1970, or the old number plus one if that is greater. Counting
    /// from zero would repeat numbers for an account that an undone merge restores.
    func advanced(_ classes: Set<Epoch>, at now: Date) -> Epochs {
        var advanced = self
        for epoch in classes { advanced[epoch] = max(self[epoch] + 1, now.millisecondsSince1970) }
        return advanced
    }
}

extension StorageTransaction {
    /// Advances the given epochs of the account. This voids every pending value, such as an emailed code or an
    /// authorization code, that depends on one of the epochs. Does nothing for an unknown account.
    func advance(
        _ classes: Set<Epoch>, of account: AccountID, in app: AppID, at now: Date
    ) throws(StorageError) {
        guard let epochs = try epochs(of: account, in: app) else { return }
        try put(epochs.advanced(classes, at: now), of: account, in: app)
    }
}
