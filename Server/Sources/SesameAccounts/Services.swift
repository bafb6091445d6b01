package import Foundation

/// The services for accounts and sessions, which every surface uses.
package final class Services: Sendable {
    /// The service that begins, authenticates, refreshes and ends sessions, and issues their tokens.
    package let sessions: SessionService
    /// The service that verifies providers' credentials, exchanges their codes and revokes consents.
    package let providers: ProviderService
    /// The service that passes emails and texts to the providers that deliver them.
    package let messages: MessageService
    /// The service that deletes accounts, and stores their tombstones in the database and in the deletion journal.
    package let deletion: DeletionService
    /// The service that keeps the deletion journal complete, and applies it to a restored database.
    package let journal: JournalService
    /// The service that reads security events, counts refusals, and calls webhooks.
    package let events: EventService
    /// The read-only service that looks up and lists accounts.
    package let directory: AccountDirectory
    /// The service that creates, checks, rotates and revokes the keys of the admin API.
    package let adminKeys: AdminKeyService
    /// The service that exports the stored data of a user.
    package let exports: ExportService
    /// The service that imports users from other systems and moves identities to another Apple team.
    package let imports: ImportService
    /// The service that creates, sends and redeems one-time codes, and throttles guesses.
    package let codes: CodeService
    /// The service that enrolls, checks and removes second factors and recovery codes.
    package let secondFactors: SecondFactorService
    /// The service for users' own accounts: changes of the profile, reauthentication, and disabling one's own account.
    package let account: AccountService
    /// The service for sign-in and sign-up with a provider, or as a guest.
    package let signIn: SignInService
    /// The service that links and unlinks identities, resolves conflicts, merges accounts and undoes merges.
    package let linking: LinkingService
    /// The service that registers devices, and accepts and delivers pushes.
    package let push: PushService
    /// The service that verifies providers' notifications, for example of a revoked consent, and applies them to
    /// accounts.
    package let notifications: NotificationService
    /// The service for the settings and tenants of Firebase projects.
    package let firebaseProjects: FirebaseProjectService
    /// The service for passwords, addresses and numbers: sign-in, sign-up, addition, change and reset.
    package let logins: LocalCredentialService
    /// The service that issues and verifies the ID tokens, refresh tokens and session cookies of the Firebase protocol.
    package let firebase: FirebaseService
    /// The service that provides the handlers of the outbox's jobs, removes expired data, rotates signing keys, and
    /// checks the data at startup.
    package let maintenance: MaintenanceService
    /// The service for the steps of a sign-in in a browser.
    package let authorization: AuthorizationService
    /// The service that carries out the requests of back ends and operators: it creates, changes and disables accounts,
    /// and begins sessions on behalf of users.
    package let operators: OperatorService
    /// The service for one-time secrets that a client exchanges for a session.
    package let grants: GrantService
    /// The source of time and randomness.
    package let environment: RuntimeEnvironment
    /// The rate limiter; nil if the server has no limits.
    package let limiter: RateLimiter?
    /// The identity providers that this server supports.
    package let definitions: ProviderDirectory
    /// The keys that sign access tokens.
    package let keys: KeyRing
    let storage: any Storage

    /// Creates the services, with separate keys derived from the master key for each purpose.
    ///
    /// - Parameters:
    ///   - definitions: The supported providers.
    ///   - codes: The client that exchanges providers' authorization codes; nil if no app has a key for the exchange.
    ///   - notifications: The verifier of providers' notifications; the default accepts none.
    ///   - push: The sender of pushes; nil if no app has an account with a push service.
    ///   - passwords: The password hasher; nil if no app has passwords.
    ///   - messages: The sender of emails and texts; nil if the server sends none.
    ///   - journal: The deletion journal outside the database; nil if no backup is ever restored.
    ///   - limiter: The rate limiter; nil for no limits.
    ///   - messageRules: The caps on messages with codes, and the allowed countries for texts.
    ///   - observe: Receives metrics events; it must be quick.
    ///   - firebase: The signer of the Firebase protocol's tokens; nil if no app uses the protocol.
    ///   - publicURL: The server's public URL: the `iss` of its access tokens.
    ///   - eventLife: The retention time of security events, in seconds.
    ///   - webhooks: The webhooks that receive security events.
    package init(
        storage: any Storage, environment: RuntimeEnvironment, credentials: CredentialVerifier,
        definitions: ProviderDirectory = .builtIn,
        codes codeExchange: (any ProviderCodeExchange)? = nil,
        notifications notificationVerifier: NotificationVerifier = NotificationVerifier([:]),
        push pushSender: (any PushSender)? = nil, passwords: (any PasswordHasher)? = nil,
        messages messageSender: (any MessageSender)? = nil,
        journal: (any DeletionJournal)? = nil,
        limiter: RateLimiter? = nil, messageRules: MessageRules = MessageRules(),
        observe: @escaping @Sendable (MetricsEvent) -> Void = { _ in }, keys: KeyRing, masterKey: MasterKey,
        firebase firebaseSigning: FirebaseSigning? = nil, publicURL: String,
        eventLife: TimeInterval = SecurityEvent.retention,
        webhooks: Webhooks = Webhooks()
    ) {
        self.storage = storage
        self.environment = environment
        self.limiter = limiter
        self.keys = keys
        self.definitions = definitions
        let isEmulator = if case .unsigned = firebaseSigning { true } else { false }
        let context = ServiceContext(
            storage: storage, environment: environment, limiter: limiter, observe: observe,
            tombstones: Tombstones(key: masterKey.key(for: .tombstones), letsIDsReturn: isEmulator),
            definitions: definitions, buckets: AccountBuckets(key: masterKey.key(for: .accountBuckets)))
        let ticketKey = masterKey.key(for: .tickets)
        let flows = FlowRecordCipher(key: masterKey.key(for: .flows))
        let providerTokens = ProviderTokenCipher(key: masterKey.key(for: .providerTokens))
        let devices = PushTokenCipher(
            sealing: masterKey.key(for: .devices), digests: masterKey.key(for: .deviceDigests))
        let oneTimeCodes = OneTimeCodeCipher(key: masterKey.key(for: .codes))
        let messageCipher = MessageCipher(key: masterKey.key(for: .messages))
        let messageCounters = MessageCounters(key: masterKey.key(for: .messageCounters))
        let merges = MergeSnapshotCipher(key: masterKey.key(for: .merges))
        let web = WebKeys(sessions: masterKey.key(for: .webSessions), forms: masterKey.key(for: .forms))
        let sessionSecrets = SignedSessionID(prefix: "ss_", key: masterKey.key(for: .sessionSecrets))
        let factorTickets = SignedSessionID(prefix: "sf_", key: masterKey.key(for: .factorTickets))
        let firebaseKeys = FirebaseKeys(
            refresh: masterKey.key(for: .firebaseRefreshTokens), access: masterKey.key(for: .firebaseAccess))
        let issuer = TokenIssuer(
            issuer: publicURL, keys: keys, environment: environment, refreshKey: masterKey.key(for: .refreshTokens))

        sessions = SessionService(
            context: context, issuer: issuer, keys: keys, sessionSecrets: sessionSecrets, factorTickets: factorTickets,
            web: web)
        providers = ProviderService(
            context: context, credentials: credentials, codes: codeExchange,
            nonces: NonceIssuer(key: masterKey.key(for: .nonces)), providerTokens: providerTokens,
            emulator: isEmulator ? FirebaseEmulator(environment: environment) : nil)
        messages = MessageService(
            context: context, messages: messageSender, messageCipher: messageCipher, messageRules: messageRules)
        deletion = DeletionService(context: context, journal: journal)
        self.journal = JournalService(context: context, deletion: deletion, journal: journal)
        events = EventService(context: context, webhooks: webhooks)
        directory = AccountDirectory(context: context)
        adminKeys = AdminKeyService(context: context)
        exports = ExportService(context: context, merges: merges)
        imports = ImportService(context: context)
        codes = CodeService(
            context: context, messages: messages, oneTimeCodes: oneTimeCodes,
            phoneTickets: PhoneTicketCipher(key: masterKey.key(for: .phoneTickets)),
            knownDevices: KnownDevices(key: masterKey.key(for: .knownDevices)), messageCipher: messageCipher,
            messageCounters: messageCounters, messageRules: messageRules, publicURL: publicURL)
        secondFactors = SecondFactorService(
            context: context, sessions: sessions, directory: directory, messages: messages, codes: codes,
            factors: SecondFactorCipher(key: masterKey.key(for: .secondFactors)), oneTimeCodes: oneTimeCodes,
            flows: flows,
            ticketKey: ticketKey, sessionSecrets: sessionSecrets, factorTickets: factorTickets)
        account = AccountService(
            context: context, sessions: sessions, providers: providers, devices: devices,
            providerTokens: providerTokens, oneTimeCodes: oneTimeCodes)
        signIn = SignInService(
            context: context, sessions: sessions, providers: providers, codes: codes, flows: flows,
            providerTokens: providerTokens, oneTimeCodes: oneTimeCodes, ticketKey: ticketKey)
        linking = LinkingService(
            context: context, sessions: sessions, providers: providers, codes: codes, flows: flows,
            providerTokens: providerTokens, merges: merges, oneTimeCodes: oneTimeCodes)
        push = PushService(
            context: context, sessions: sessions, devices: devices,
            pushes: PushCipher(key: masterKey.key(for: .pushes)),
            push: pushSender)
        notifications = NotificationService(
            context: context, deletion: deletion, codes: codes, notifications: notificationVerifier)
        firebaseProjects = FirebaseProjectService(
            context: context, directory: directory, deletion: deletion, firebaseKeys: firebaseKeys,
            isEmulator: isEmulator)
        logins = LocalCredentialService(
            context: context, sessions: sessions, directory: directory, codes: codes, linking: linking,
            passwords: passwords, oneTimeCodes: oneTimeCodes, isEmulator: isEmulator)
        firebase = FirebaseService(
            context: context, sessions: sessions, codes: codes, firebaseProjects: firebaseProjects,
            firebase: firebaseSigning, firebaseKeys: firebaseKeys)
        maintenance = MaintenanceService(
            context: context, events: events, messages: messages, providers: providers, push: push, keys: keys,
            firebase: firebaseSigning, journal: journal, eventLife: eventLife)
        authorization = AuthorizationService(
            context: context, sessions: sessions, providers: providers, secondFactors: secondFactors, linking: linking,
            logins: logins, credentials: credentials, flows: flows,
            flowStates: OAuthStateCipher(key: masterKey.key(for: .flowStates)), ticketKey: ticketKey, web: web)
        operators = OperatorService(
            context: context, sessions: sessions, directory: directory, codes: codes, logins: logins,
            oneTimeCodes: oneTimeCodes)
        grants = GrantService(
            context: context, sessions: sessions, codes: codes, authorization: authorization, flows: flows,
            ticketKey: ticketKey)
    }

    /// True once the storage has met a damaged part of the database.
    package var isDamaged: Bool { storage.isDamaged }

    /// Returns true if the storage can be read.
    package func isReady() async -> Bool {
        do {
            _ = try await storage.read { reader throws(StorageError) in try reader.signingKeys() }
            return true
        } catch {
            return false
        }
    }
}
