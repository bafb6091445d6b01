import Crypto
public import Foundation
import SesameCore

/// The domain: every rule on accounts and sessions, for all surfaces.
///
/// Its operations are extensions, one file each, beside the values that they work on.
public struct AccountSystem: Sendable {
    let storage: any Storage
    let environment: Environment
    let credentials: CredentialVerifier
    let codes: (any ProviderCodeExchange)?
    let notifications: NotificationVerifier
    let push: (any PushSender)?
    let passwords: (any PasswordHasher)?
    let messages: (any MessageSender)?
    let journal: (any DeletionJournal)?
    let limiter: RateLimiter?
    let messageRules: MessageRules
    let observe: @Sendable (Occurrence) -> Void
    let issuer: TokenIssuer
    let tombstoneKey: DerivedKey
    let ticketKey: DerivedKey
    let nonces: Nonces
    let flows: FlowSafe
    let flowStates: FlowStates
    let providerTokens: ProviderTokenSafe
    let devices: DeviceSafe
    let pushes: PushSafe
    let oneTimeCodes: CodeSafe
    let messageSafe: MessageSafe
    let messageCounters: MessageCounters
    let phoneTickets: PhoneTicketSafe
    let knownDevices: KnownDevices
    let merges: MergeSafe
    let web: WebKeys
    let firebase: FirebaseSigning?
    let firebaseKeys: FirebaseKeys
    let sessionSecrets: SessionPass
    let factors: FactorSafe
    let factorTickets: SessionPass
    let verifiedTokens = VerifiedTokens()
    let exports = ExportGate()
    let refusals = RefusalTally()
    let eventLife: TimeInterval
    let webhooks: Webhooks
    /// The signing keys.
    public let keys: KeyRing

    /// Makes the domain.
    ///
    /// - Parameters:
    ///   - codes: Exchanges the codes of providers' sheets; nil where no app has a key for that.
    ///   - notifications: Tells what is a provider's notification; nobody's is taken if it is not given.
    ///   - push: Sends pushes; nil where no app has an account with a push service.
    ///   - passwords: Hashes passwords; nil where no app has any.
    ///   - messages: Carries mails and texts; nil where nobody does.
    ///   - journal: Notes deletions outside the database; nil where nothing is ever restored.
    ///   - limiter: Says when it is too much; nothing ever is if it is not given.
    ///   - messageRules: The caps on messages with codes, and the countries that texts may be sent to.
    ///   - observe: Told of what happens, to count it; it must be quick.
    ///   - firebase: How the tokens of Firebase's dialect are signed; nil where no app speaks it.
    ///   - publicURL: The server's public address: the `iss` of its access tokens.
    ///   - eventLife: How long security events are kept, in seconds.
    ///   - webhooks: Who is told of security events.
    public init(
        storage: any Storage, environment: Environment, credentials: CredentialVerifier,
        codes: (any ProviderCodeExchange)? = nil, notifications: NotificationVerifier = NotificationVerifier([:]),
        push: (any PushSender)? = nil, passwords: (any PasswordHasher)? = nil, messages: (any MessageSender)? = nil,
        journal: (any DeletionJournal)? = nil,
        limiter: RateLimiter? = nil, messageRules: MessageRules = MessageRules(),
        observe: @escaping @Sendable (Occurrence) -> Void = { _ in }, keys: KeyRing, masterKey: MasterKey,
        firebase: FirebaseSigning? = nil, publicURL: String, eventLife: TimeInterval = SecurityEvent.retention,
        webhooks: Webhooks = Webhooks()
    ) {
        self.storage = storage
        self.environment = environment
        self.credentials = credentials
        self.codes = codes
        self.notifications = notifications
        self.push = push
        self.passwords = passwords
        self.messages = messages
        self.journal = journal
        self.limiter = limiter
        self.messageRules = messageRules
        self.observe = observe
        self.keys = keys
        self.firebase = firebase
        firebaseKeys = FirebaseKeys(
            refresh: masterKey.key(for: .firebaseRefreshTokens), access: masterKey.key(for: .firebaseAccess))
        self.eventLife = eventLife
        self.webhooks = webhooks
        tombstoneKey = masterKey.key(for: .tombstones)
        ticketKey = masterKey.key(for: .tickets)
        nonces = Nonces(key: masterKey.key(for: .nonces))
        flows = FlowSafe(key: masterKey.key(for: .flows))
        flowStates = FlowStates(key: masterKey.key(for: .flowStates))
        providerTokens = ProviderTokenSafe(key: masterKey.key(for: .providerTokens))
        devices = DeviceSafe(
            sealing: masterKey.key(for: .devices), digests: masterKey.key(for: .deviceDigests))
        oneTimeCodes = CodeSafe(key: masterKey.key(for: .codes))
        messageSafe = MessageSafe(key: masterKey.key(for: .messages))
        messageCounters = MessageCounters(key: masterKey.key(for: .messageCounters))
        pushes = PushSafe(key: masterKey.key(for: .pushes))
        phoneTickets = PhoneTicketSafe(key: masterKey.key(for: .phoneTickets))
        knownDevices = KnownDevices(key: masterKey.key(for: .knownDevices))
        merges = MergeSafe(key: masterKey.key(for: .merges))
        web = WebKeys(sessions: masterKey.key(for: .webSessions), forms: masterKey.key(for: .forms))
        sessionSecrets = SessionPass(prefix: "ss_", key: masterKey.key(for: .sessionSecrets))
        factors = FactorSafe(key: masterKey.key(for: .secondFactors))
        factorTickets = SessionPass(prefix: "sf_", key: masterKey.key(for: .factorTickets))
        issuer = TokenIssuer(
            issuer: publicURL, keys: keys, environment: environment, refreshKey: masterKey.key(for: .refreshTokens))
    }

    /// The wall clock's time.
    public var now: Date { environment.now }

    /// Random bytes from the system's source, or the one that a test has put in its place.
    public func randomBytes(_ count: Int) -> [UInt8] { environment.randomBytes(count) }

    /// Whether storage answers.
    public func isReady() async -> Bool {
        do {
            _ = try await storage.read { reader throws(StorageError) in try reader.signingKeys() }
            return true
        } catch {
            return false
        }
    }

    func read<Value: Sendable>(
        _ body: @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(Refusal) -> Value {
        do throws(StorageError) {
            return try await storage.read(body)
        } catch {
            throw Refusal(error)
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Value
    ) async throws(Refusal) -> Value {
        do throws(StorageError) {
            return try await storage.write(body)
        } catch {
            throw Refusal(error)
        }
    }

    /// What stands for a deleted account: a keyed digest that names nobody.
    func tombstone(of account: AccountID, in app: AppID) -> [UInt8] {
        tombstoneKey.code(for: Array(app.description.utf8) + [0] + Array(account.description.utf8))
    }
}
