package import Foundation
package import SesameCore

extension FirebaseService {
    /// The allowed lifetimes of a session cookie, in seconds: five minutes to two weeks.
    package static let firebaseCookieLives: ClosedRange<TimeInterval> = 300...1_209_600

    /// Returns a session cookie for an ID token. Back ends verify the cookie on their own until its expiry, and call
    /// this server to check that the account's cookies have not been revoked since.
    ///
    /// - Parameter lifetime: The lifetime in seconds; throws `invalid_request` if it is not in ``firebaseCookieLives``.
    package func firebaseCookie(
        for caller: FirebaseCaller, lifetime: TimeInterval
    ) throws(AccountError) -> Secret {
        guard let settings = caller.caller.app.firebase else { throw .noFirebase }
        guard Self.firebaseCookieLives.contains(lifetime) else {
            throw AccountError(
                .invalidRequest, "the lifetime of a session cookie must be from five minutes to two weeks",
                field: "validDuration")
        }
        let person = FirebaseUserSession(
            app: caller.caller.app, account: AccountWithMetadata(view: caller.view, details: caller.details),
            session: caller.caller.session, claims: caller.claims)
        return try sign(
            firebase: person.payload(of: settings, issuer: settings.cookieIssuer, from: environment.now, for: lifetime))
    }
}
