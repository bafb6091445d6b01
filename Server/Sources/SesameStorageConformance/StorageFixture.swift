import Foundation
import SesameAccounts
import SesameCore
import SesameWire

struct StorageFixture: Sendable {
    /// The first of two apps, which must never see each other's rows.
    let one: AppID
    let two: AppID
    /// A custom provider, neither Apple nor Google.
    let third: Provider

    /// Text that is known to fail in some databases: quotes, NUL, composed and decomposed accents (NFC and NFD),
    /// characters outside the Basic Multilingual Plane.
    static let oddText =
        "';--\"\u{0}\\%_ \u{E9} e\u{301} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{202E}\r\n\u{FEFF}"
    static let longText = String(repeating: "long \u{E9} ", count: 20_000)

    init() throws(StorageConformanceFailure) {
        guard let one = AppID("one"), let two = AppID("Two_2-"), let third = Provider(rawValue: "third-1") else {
            throw StorageConformanceFailure("no names")
        }
        (self.one, self.two, self.third) = (one, two, third)
    }

    /// Returns the time that is the given number of seconds after a fixed moment in September 2026, rounded to whole
    /// milliseconds as in storage.
    static func time(_ seconds: Double) -> Date {
        Date(millisecondsSince1970: 1_790_000_000_123 + Int64((seconds * 1000).rounded()))
    }

    static func digest(_ number: Int) -> [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* 7) }
    }

    func account(_ id: String = "account", in app: AppID? = nil, profile: JSONObject = [:]) -> Account {
        Account(
            id: AccountID(id), app: app ?? one, createdAt: Self.time(0), lastSignInAt: Self.time(1),
            profile: StoredProfile(fields: profile, updatedAt: Self.time(0)))
    }

    func identity(
        _ subject: String = "subject", of account: String = "account", in app: AppID? = nil,
        provider: Provider = .google, claims: IdentityClaims = IdentityClaims(), joiningBy address: String? = nil,
        at seconds: Double = 0, status: IdentityStatus = IdentityStatus()
    ) -> Identity {
        Identity(
            app: app ?? one, provider: provider, subject: subject, account: AccountID(account), claims: claims,
            linkableEmail: address, createdAt: Self.time(seconds), status: status)
    }

    func login(
        _ name: String = "name", of account: String = "account", in app: AppID? = nil,
        kind: LocalCredential.Kind = .email,
        at seconds: Double = 0, password: String? = nil
    ) -> LocalCredential {
        LocalCredential(
            app: app ?? one, kind: kind, name: name, account: AccountID(account), createdAt: Self.time(seconds),
            password: password.map { PasswordHash($0) })
    }

    func code(
        _ number: Int, slot: Int = 1, of account: String? = nil, failedAttempts: Int = 0, expires seconds: Double = 600
    ) -> OneTimeCode {
        OneTimeCode(
            lookupKey: Self.digest(1_000 + slot), digest: Self.digest(number), account: account.map { AccountID($0) },
            app: one, sealed: [1, 0, 0xFF], failedAttempts: failedAttempts, expiresAt: Self.time(seconds))
    }

    func details(of account: String = "account", in app: AppID? = nil) -> AccountMetadata {
        AccountMetadata(
            app: app ?? one, account: AccountID(account), displayName: Self.oddText,
            photoURL: "https://photos.example/1",
            claims: ["role": "owner"], preferences: ["\u{E9}": [1, .null]], labels: ["a", Self.oddText],
            tokensValidAfter: Self.time(5))
    }

    func providerToken(
        _ subject: String = "subject", in app: AppID? = nil, provider: Provider = .apple, client: String = "client",
        sealed: [UInt8] = [1, 0, 0xFF]
    ) -> SealedProviderToken {
        SealedProviderToken(app: app ?? one, provider: provider, subject: subject, clientID: client, sealed: sealed)
    }

    func session(
        _ id: String = "session", of account: String = "account", in app: AppID? = nil, at seconds: Double = 0,
        idle: Double = 100, absolute: Double = 1_000
    ) -> Session {
        let start = Self.time(seconds)
        return Session(
            id: SessionID(id), app: app ?? one, account: AccountID(account), method: .google, createdAt: start,
            authTime: start, refreshedAt: start, generation: 0, acknowledgedGeneration: -1,
            expiresAt: Self.time(seconds + absolute), idleExpiresAt: Self.time(seconds + idle))
    }

    func device(
        _ number: Int, _ installation: String = "installation", of account: String = "account",
        session: String = "session", in app: AppID? = nil, kind: DeviceKind = .fcmToken,
        sealed: [UInt8] = [1, 0, 0xFF],
        platform: DevicePlatform? = nil, refreshed: Double = 0, expires seconds: Double = 600
    ) -> Device {
        Device(
            app: app ?? one, account: AccountID(account), session: SessionID(session), installation: installation,
            kind: kind, digest: Self.digest(number), sealed: sealed, platform: platform, createdAt: Self.time(0.001),
            refreshedAt: Self.time(refreshed), expiresAt: Self.time(seconds))
    }

    func mergeRecord(
        of account: String = "account", in app: AppID? = nil, sealed: [UInt8] = [1, 0, 0xFF],
        expires seconds: Double = 600
    ) -> MergeRecord {
        MergeRecord(
            app: app ?? one, account: AccountID(account), sealed: sealed, expiresAt: Self.time(seconds))
    }

    func push(_ id: String, targets: Int = 1, expires seconds: Double = 600) -> PushReceipt {
        PushReceipt(
            id: id, app: one, fingerprint: Self.digest(1), acceptedAt: Self.time(0), expiresAt: Self.time(seconds),
            targets: targets)
    }

    func nonce(_ number: Int, expires seconds: Double = 600) -> UsedNonce {
        UsedNonce(digest: Self.digest(number), expiresAt: Self.time(seconds))
    }

    func usedToken(
        _ number: Int, session: String = "session", in app: AppID? = nil, expires seconds: Double = 600
    ) -> UsedToken {
        UsedToken(
            key: UsedToken.Key(digest: Self.digest(number), expiresAt: Self.time(seconds)), app: app ?? one,
            session: SessionID(session), repeatableUntil: number.isMultiple(of: 2) ? nil : Self.time(2))
    }

    func ticket(
        _ number: Int, subject: String = "subject", claims: IdentityClaims = IdentityClaims(),
        expires seconds: Double = 600
    ) -> RegistrationTicket {
        RegistrationTicket(
            digest: Self.digest(number), app: one, provider: .google, subject: subject, claims: claims,
            expiresAt: Self.time(seconds))
    }

    func flow(
        _ number: Int, stage: FlowRecord.Stage = .awaitingBrowser, sealed: [UInt8] = [0, 1, 0xFF],
        expires seconds: Double = 600
    ) -> FlowRecord {
        FlowRecord(digest: Self.digest(number), stage: stage, sealed: sealed, expiresAt: Self.time(seconds))
    }

    func tombstone(_ number: Int, at seconds: Double = 0, cause: Tombstone.Cause = .deleted) -> Tombstone {
        Tombstone(digest: Self.digest(number), at: Self.time(seconds), cause: cause)
    }

    func event(
        _ request: String, kind: SecurityEvent.Kind = .signedIn, of account: String = "account", in app: AppID? = nil,
        session: String? = nil, at seconds: Double = 0
    ) -> SecurityEvent {
        SecurityEvent(
            kind: kind, app: app ?? one, account: AccountID(account), session: session.map(SessionID.init),
            at: Self.time(seconds), requestID: request)
    }

    func adminKey(_ id: String, expires seconds: Double = 600) -> AdminKey {
        AdminKey(
            id: id, name: "key", digest: Self.digest(1), scopes: [.pushSend], apps: nil, createdAt: Self.time(0),
            expiresAt: Self.time(seconds))
    }

    /// An identity status with a time in every field.
    static let fullStanding = IdentityStatus(
        disabledAt: time(1.001), enabledAt: time(2), credentialChangeAt: time(3), forwardingStoppedAt: time(4),
        forwardingResumedAt: time(5))

    /// Claims with a value in every field.
    static let fullClaims = IdentityClaims(
        email: "one@example.com", emailVerified: true, isPrivateEmail: true, givenName: oddText,
        familyName: "e\u{301}", displayName: longText, photoURL: "https://photos.example/1")
}
