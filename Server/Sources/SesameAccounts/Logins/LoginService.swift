/// Passwords, addresses and numbers: signs in and up with them, adds, changes and resets them.
package final class LoginService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let directory: AccountDirectory
    let codes: CodeService
    let linking: LinkingService
    let passwords: (any PasswordHasher)?
    let oneTimeCodes: CodeSafe
    let isEmulator: Bool

    init(
        context: ServiceContext, sessions: SessionService, directory: AccountDirectory, codes: CodeService,
        linking: LinkingService, passwords: (any PasswordHasher)?, oneTimeCodes: CodeSafe,
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
