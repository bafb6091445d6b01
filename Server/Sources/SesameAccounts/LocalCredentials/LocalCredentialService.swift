/// The service for passwords, addresses and numbers: sign-in, sign-up, addition, change and reset.
package final class LocalCredentialService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let directory: AccountDirectory
    let codes: CodeService
    let linking: LinkingService
    let passwords: (any PasswordHasher)?
    let oneTimeCodes: OneTimeCodeCipher
    let isEmulator: Bool

    init(
        context: ServiceContext, sessions: SessionService, directory: AccountDirectory, codes: CodeService,
        linking: LinkingService, passwords: (any PasswordHasher)?, oneTimeCodes: OneTimeCodeCipher,
        isEmulator: Bool
    ) {
        self.context = context
        self.sessions = sessions
        self.directory = directory
        self.codes = codes
        self.linking = linking
        self.passwords = passwords
        self.oneTimeCodes = oneTimeCodes
        self.isEmulator = isEmulator
    }
}
