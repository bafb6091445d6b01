import Foundation
import SesameWire

/// The consents, codes and tokens of one provider, stored until they are revoked or reset. Expired codes and tokens are
/// deleted from time to time.
final class GrantStore: Sendable {
    enum Redemption: Sendable {
        case good(IssuedAuthorizationCode)
        case unknown
        case used
        case expired
        /// The code was issued to another client.
        case foreign
    }

    private struct Entry {
        let code: IssuedAuthorizationCode
        var isUsed = false
    }

    private struct Book {
        var consents: [GrantSubject: Consent] = [:]
        var codes: [[UInt8]: Entry] = [:]
        var tokens: [[UInt8]: GrantToken] = [:]
        var codesKept = 1_024
        var tokensKept = 1_024
    }

    private let book = Locked(Book())

    /// Removes all consents, codes and tokens.
    func reset() {
        book.withLock { $0 = Book() }
    }

    // MARK: - Consents

    func consent(of holder: GrantSubject) -> Consent? {
        book.withLock { $0.consents[holder] }
    }

    /// Stores a consent, or adds its scopes and offline access to the existing one. Returns the consent after the
    /// change (`now`) and the earlier one; `before` is nil for a first consent.
    func consent(_ consent: Consent) -> (now: Consent, before: Consent?) {
        book.withLock { book in
            let before = book.consents[consent.holder]
            var now = before ?? consent
            now.scopes.formUnion(consent.scopes)
            now.isOffline = now.isOffline || consent.isOffline
            book.consents[consent.holder] = now
            return (now, before)
        }
    }

    // MARK: - Codes

    func add(_ code: IssuedAuthorizationCode, as text: String) {
        book.withLock { book in
            if book.codes.count >= book.codesKept {
                book.codes = book.codes.filter { $0.value.code.expiresAt > code.issuedAt }
                book.codesKept = max(1_024, 2 * book.codes.count)
            }
            book.codes[Array(text.utf8)] = Entry(code: code)
        }
    }

    /// Redeems a code. The client to which the code was issued has one attempt; an attempt by another client does not
    /// count.
    func redeem(_ text: String, by clientID: String, now: Date) -> Redemption {
        book.withLock { book in
            guard let entry = book.codes[Array(text.utf8)] else { return .unknown }
            guard entry.code.grant.clientID.hasSameBytes(as: clientID) else { return .foreign }
            guard !entry.isUsed else { return .used }
            book.codes[Array(text.utf8)]?.isUsed = true
            return now < entry.code.expiresAt ? .good(entry.code) : .expired
        }
    }

    // MARK: - Tokens

    func add(_ token: GrantToken, as text: String) {
        book.withLock { book in
            if book.tokens.count >= book.tokensKept {
                book.tokens = book.tokens.filter { $0.value.isValid(at: token.issuedAt) }
                book.tokensKept = max(1_024, 2 * book.tokens.count)
            }
            book.tokens[Array(text.utf8)] = token
        }
    }

    /// Returns the refresh or access token; nil if it is unknown, expired or revoked.
    func token(_ text: String, now: Date) -> GrantToken? {
        book.withLock { $0.tokens[Array(text.utf8)] }.flatMap { $0.isValid(at: now) ? $0 : nil }
    }

    /// Revokes the consent to which the token belongs, and all codes and tokens of the same user and app.
    func revoke(_ token: GrantToken) {
        let holder = token.grant.holder
        book.withLock { book in
            book.consents[holder] = nil
            book.codes = book.codes.filter { $0.value.code.grant.holder != holder }
            book.tokens = book.tokens.filter { $0.value.grant.holder != holder }
        }
    }
}

// MARK: - For tests

extension GrantStore {
    /// All consents, codes and tokens, oldest first, without the secrets themselves.
    var summary: (consents: [Consent], codes: [(code: IssuedAuthorizationCode, isUsed: Bool)], tokens: [GrantToken]) {
        book.withLock { book in
            (
                book.consents.values.sorted { $0.since < $1.since },
                book.codes.values.map { ($0.code, $0.isUsed) }.sorted { $0.0.issuedAt < $1.0.issuedAt },
                book.tokens.values.sorted { $0.issuedAt < $1.issuedAt }
            )
        }
    }
}
