/// A copy of some of an account's epochs, stored with a pending code. If one of the copied epochs changes, the code is
/// void.
struct AccountMark: Codable, Sendable, Equatable {
    private let app: String
    let account: String
    private let epochs: [String: Int64]

    init(_ account: AccountID, in app: AppID, _ classes: Set<Epoch>, of epochs: Epochs) {
        self.app = app.description
        self.account = account.description
        self.epochs = Dictionary(uniqueKeysWithValues: classes.map { ($0.rawValue, epochs[$0]) })
    }

    var classes: Set<Epoch> { Set(epochs.keys.compactMap(Epoch.init)) }

    /// Returns true if the account exists and none of the marked epochs has changed.
    func holds(_ reader: any StorageReader) throws(StorageError) -> Bool {
        guard let app = AppID(app), let now = try reader.epochs(of: AccountID(account), in: app) else { return false }
        return epochs.allSatisfy { name, value in Epoch(rawValue: name).map { now[$0] == value } ?? false }
    }

    /// Returns the error for a deleted or disabled account; nil for any other account.
    func refusal(_ reader: any StorageReader) throws(StorageError) -> AccountError? {
        guard let app = AppID(app) else { return nil }
        guard let account = try reader.account(AccountID(account), in: app) else {
            return .deleted
        }
        return account.refusal(ofSignInAs: nil)
    }
}

extension StorageReader {
    /// Returns a mark with the given epochs of the account; nil for an unknown account.
    func mark(
        _ account: AccountID, in app: AppID, endedBy classes: Set<Epoch>
    ) throws(StorageError) -> AccountMark? {
        guard let epochs = try epochs(of: account, in: app) else { return nil }
        return AccountMark(account, in: app, classes, of: epochs)
    }
}

/// A value that can be redeemed later, such as an emailed code or an authorization code.
protocol Pending: Sendable {
    /// The epochs that void the value when they change. There is no default: a type whose values belong to no account,
    /// or only to a session, returns an empty set.
    var endedBy: Set<Epoch> { get }
    /// The mark with exactly the epochs of ``endedBy``; nil if there are none.
    var mark: AccountMark? { get }
}

extension Pending {
    /// True if the mark has exactly the epochs of ``endedBy``.
    var isMarked: Bool { (mark?.classes ?? []) == endedBy }

    /// Returns true if none of the account's epochs in ``endedBy`` has changed, so that the value is not void. Does not
    /// check the value's expiry.
    func isGood(_ reader: any StorageReader) throws(StorageError) -> Bool {
        guard let mark else { return endedBy.isEmpty }
        guard isMarked else { return false }
        return try mark.holds(reader)
    }
}

extension Set<Epoch> {
    /// All epochs, for values that sign in to the account or change its sign-in methods.
    static let all = Set(Epoch.allCases)
}
