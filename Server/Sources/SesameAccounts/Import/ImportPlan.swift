import Foundation
import SesameCore
import SesameWire

/// The result of one line of an import.
package enum ImportOutcome: Sendable {
    /// The account was added or, in a check, can be added.
    case added
    /// The account exists with the same values, in the database or in an earlier line.
    case unchanged
    /// The line cannot be imported, for the reason in the error.
    case refused(AccountError)
}

/// A comparison of the lines of an import with one another and with the stored accounts.
///
/// A line that is already stored changes nothing, so an import can be repeated. A line that contradicts the stored
/// account or another line is refused, because the server cannot know which one is right.
struct ImportPlan: Sendable {
    private var lines = ImportFingerprints()

    /// Returns the result of the line, and remembers the line if it adds an account.
    ///
    /// - Parameter stored: The result of the comparison with the stored accounts.
    mutating func outcome(of line: ImportedAccount, stored: ImportOutcome) -> ImportOutcome {
        if let other = lines.earlier(line) {
            return other == line.fingerprint
                ? .unchanged
                : .refused(
                    AccountError(
                        .credentialInUse,
                        "another line with the same id, identity, email address or phone number has different values"))
        }
        if case .added = stored { lines.remember(line) }
        return stored
    }

    /// Returns the result of the line's comparison with the stored accounts of the app.
    static func outcome(
        of line: ImportedAccount, in app: App, tombstone: [UInt8]?, _ reader: any StorageReader
    ) throws(StorageError) -> ImportOutcome {
        if let view = try account(of: line, in: app, reader) {
            let differences = line.differences(from: view, in: app)
            return differences.isEmpty
                ? .unchanged
                : .refused(
                    AccountError(
                        .credentialInUse,
                        "the account already exists with another \(differences.joined(separator: ", "))",
                        field: differences.first))
        }
        for identity in line.identities
        where try reader.identity(identity.provider, identity.subject, in: app.id) != nil {
            return .refused(
                AccountError(
                    .credentialInUse, "the identity belongs to an account with another id", field: "identities"))
        }
        for login in line.logins where try reader.login(login.kind, name: login.name, in: app.id) != nil {
            return .refused(
                AccountError(
                    .credentialInUse, "it is a sign-in method of an account with another id", field: login.kind.rawValue
                ))
        }
        if let tombstone, try reader.hasTombstone(tombstone) {
            return .refused(AccountError(.userDeleted, "an account with this id was deleted or merged", field: "id"))
        }
        return .added
    }

    /// Returns the stored account with the line's id or, for a line without an id, with one of the line's identities;
    /// nil if there is none.
    private static func account(
        of line: ImportedAccount, in app: App, _ reader: any StorageReader
    ) throws(StorageError) -> AccountRecord? {
        if let id = line.id { return try reader.view(of: id, in: app.id) }
        for identity in line.identities {
            if let known = try reader.identity(identity.provider, identity.subject, in: app.id) {
                return try reader.view(of: known.account, in: app.id)
            }
        }
        // An email address alone does not distinguish the imported user's account from a newer account with that
        // address.
        return nil
    }
}

extension ImportedAccount {
    /// Returns the names of the compared values that differ between the import line and the existing account: identity,
    /// role, creation time, disabled, and the profile if it has not changed since it was created. All other members are
    /// ignored.
    func differences(from view: AccountRecord, in app: App) -> [String] {
        var differences: [String] = []
        for identity in identities {
            let isKept = view.identities.contains { kept in
                kept.provider == identity.provider && identity.subject.includes(kept.subject)
            }
            // The real id of the placeholder's user is known by now.
            let isFulfilled =
                PlaceholderSubject.isAwaited(identity.subject.current)
                && view.identities.contains { $0.provider == identity.provider }
            if !isKept, !isFulfilled { differences.append("identity") }
        }
        let account = view.account
        let isOfRole = role.map { account.role?.hasSameBytes(as: $0) == true } ?? (account.role == nil)
        if !isOfRole { differences.append("role") }
        if let createdAt, createdAt != account.createdAt { differences.append("createdAt") }
        if isDisabled != (account.disabledAt != nil) { differences.append("disabled") }
        if account.profile.version == 1, newProfile(in: app, at: account.createdAt).fields != account.profile.fields {
            differences.append("profile")
        }
        return differences
    }

    /// Returns the account's initial profile. The onboarding is completed if the line says so or, by default, if no
    /// required field is missing.
    func newProfile(in app: App, at time: Date) -> StoredProfile {
        let missing = app.profile.missing(in: profile)
        var made = app.profile.newProfile(given: profile, claims: nil, at: time)
        made.onboarding = (isOnboarded ?? missing.isEmpty) ? .completed : .notStarted
        return made
    }
}

extension SubjectAliases {
    fileprivate func includes(_ subject: String) -> Bool {
        ([current] + earlier).contains(where: subject.hasSameBytes)
    }
}
