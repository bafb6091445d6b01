package import Foundation

/// The domain: every rule on accounts and sessions, for all surfaces, in services that each have their part.
package final class Services: Sendable {
    /// Begins, authenticates, refreshes and ends sessions, and makes their tokens.
    package let sessions: SessionService
    /// Verifies providers' credentials, exchanges their codes and takes consents back.
    package let providers: ProviderService
    /// Hands mails and texts over to whoever carries them.
    package let messages: MessageService
    /// Deletes accounts, and keeps what is left of them: tombstones, and a journal outside the database.
    package let deletion: DeletionService
    /// Reads security events, tallies refusals, and tells webhooks.
    package let events: EventService
    /// Looks accounts up and lists them. It changes nothing.
    package let directory: AccountDirectory
    /// Makes, checks, rotates and revokes the keys of the admin API.
    package let adminKeys: AdminKeyService
    /// Hands out what is kept of one person.
    package let exports: ExportService
    /// Takes people in from other systems, and along to another Apple team.
    package let imports: ImportService
    /// Makes, sends and takes back one-time codes, and slows down who guesses at them.
    package let codes: CodeService
    /// Enrols, checks and removes second factors and recovery codes.
    package let secondFactors: SecondFactorService
    /// Carries out what people do with their own account: change the profile, prove again who they are, close it.
    package let account: AccountService
    /// Signs in and up with a provider, or as a guest.
    package let signIn: SignInService
    /// Links and unlinks identities, decides conflicts, merges accounts and undoes that.
    package let linking: LinkingService
    /// Registers devices, and accepts and delivers pushes.
    package let push: PushService
    /// Carries out what providers notify.
    package let notifications: NotificationService
    /// Settings and tenants of Firebase projects.
    package let firebaseProjects: FirebaseProjectService
    /// Passwords, addresses and numbers: signs in and up with them, adds, changes and resets them.
    package let logins: LoginService
    /// The tokens, cookies and callers of Firebase's dialect.
    package let firebase: FirebaseService
    /// Does the outbox's work, removes what has expired, renews signing keys, and checks the data at a start.
    package let maintenance: MaintenanceService
    /// The steps of a sign-in in a browser.
    package let authorization: AuthorizationService
    /// Carries out the orders of back ends and operators: makes, changes and disables accounts, and acts for one.
    package let operators: OperatorService
    /// One-time secrets that sign in.
    package let grants: GrantService
    /// The source of time and randomness.
    package let environment: Environment
    /// Says when it is too much; nil where nothing ever is.
    package let limiter: RateLimiter?
    /// The providers that there are.
    package let definitions: ProviderDirectory
    /// The signing keys.
    package let keys: KeyRing
    let storage: any Storage

    /// Makes the domain.
    ///
    /// - Parameters:
    ///   - definitions: The providers that there are.
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
    package init(
        storage: any Storage, environment: Environment, credentials: CredentialVerifier,
        definitions: ProviderDirectory = .usual,
        codes codeExchange: (any ProviderCodeExchange)? = nil,
        notifications notificationVerifier: NotificationVerifier = NotificationVerifier([:]),
        push pushSender: (any PushSender)? = nil, passwords: (any PasswordHasher)? = nil,
        messages messageSender: (any MessageSender)? = nil,
        journal: (any DeletionJournal)? = nil,
        limiter: RateLimiter? = nil, messageRules: MessageRules = MessageRules(),
        observe: @escaping @Sendable (Occurrence) -> Void = { _ in }, keys: KeyRing, masterKey: MasterKey,
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
        let flows = FlowSafe(key: masterKey.key(for: .flows))
        let providerTokens = ProviderTokenSafe(key: masterKey.key(for: .providerTokens))
        let devices = DeviceSafe(sealing: masterKey.key(for: .devices), digests: masterKey.key(for: .deviceDigests))
        let oneTimeCodes = CodeSafe(key: masterKey.key(for: .codes))
        let messageSafe = MessageSafe(key: masterKey.key(for: .messages))
        let messageCounters = MessageCounters(key: masterKey.key(for: .messageCounters))
        let merges = MergeSafe(key: masterKey.key(for: .merges))
        let web = WebKeys(sessions: masterKey.key(for: .webSessions), forms: masterKey.key(for: .forms))
        let sessionSecrets = SessionPass(prefix: "ss_", key: masterKey.key(for: .sessionSecrets))
        let factorTickets = SessionPass(prefix: "sf_", key: masterKey.key(for: .factorTickets))
        let firebaseKeys = FirebaseKeys(
            refresh: masterKey.key(for: .firebaseRefreshTokens), access: masterKey.key(for: .firebaseAccess))
        let issuer = TokenIssuer(
            issuer: publicURL, keys: keys, environment: environment, refreshKey: masterKey.key(for: .refreshTokens))

        sessions = SessionService(
            context: context, issuer: issuer, keys: keys, sessionSecrets: sessionSecrets, factorTickets: factorTickets,
            web: web)
        providers = ProviderService(
            context: context, credentials: credentials, codes: codeExchange,
            nonces: Nonces(key: masterKey.key(for: .nonces)), providerTokens: providerTokens,
            standIn: isEmulator ? FirebaseEmulator(environment: environment) : nil)
        messages = MessageService(
            context: context, messages: messageSender, messageSafe: messageSafe, messageRules: messageRules)
        deletion = DeletionService(context: context, journal: journal)
        events = EventService(context: context, webhooks: webhooks)
        directory = AccountDirectory(context: context)
        adminKeys = AdminKeyService(context: context)
        exports = ExportService(context: context, merges: merges)
        imports = ImportService(context: context)
        codes = CodeService(
            context: context, messages: messages, oneTimeCodes: oneTimeCodes,
            phoneTickets: PhoneTicketSafe(key: masterKey.key(for: .phoneTickets)),
            knownDevices: KnownDevices(key: masterKey.key(for: .knownDevices)), messageSafe: messageSafe,
            messageCounters: messageCounters, messageRules: messageRules, publicURL: publicURL)
        secondFactors = SecondFactorService(
            context: context, sessions: sessions, directory: directory, messages: messages, codes: codes,
            factors: FactorSafe(key: masterKey.key(for: .secondFactors)), oneTimeCodes: oneTimeCodes, flows: flows,
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
            context: context, sessions: sessions, devices: devices, pushes: PushSafe(key: masterKey.key(for: .pushes)),
            push: pushSender)
        notifications = NotificationService(
            context: context, deletion: deletion, codes: codes, notifications: notificationVerifier)
        firebaseProjects = FirebaseProjectService(
            context: context, directory: directory, deletion: deletion, firebaseKeys: firebaseKeys,
            isEmulator: isEmulator)
        logins = LoginService(
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
            flowStates: FlowStates(key: masterKey.key(for: .flowStates)), ticketKey: ticketKey, web: web)
        operators = OperatorService(
            context: context, sessions: sessions, directory: directory, codes: codes, logins: logins,
            oneTimeCodes: oneTimeCodes)
        grants = GrantService(
            context: context, sessions: sessions, codes: codes, authorization: authorization, flows: flows,
            ticketKey: ticketKey)
    }

    /// Returns true if storage answers.
    package func isReady() async -> Bool {
        do {
            _ = try await storage.read { reader throws(StorageError) in try reader.signingKeys() }
            return true
        } catch {
            return false
        }
    }
}
