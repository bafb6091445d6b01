/// The service that carries out the updates of back ends and operators: it creates, changes and disables accounts, and
/// begins sessions on behalf of users.
package final class OperatorService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let directory: AccountDirectory
    let codes: CodeService
    let logins: LocalCredentialService
    let oneTimeCodes: OneTimeCodeCipher

    init(
        context: ServiceContext, sessions: SessionService, directory: AccountDirectory, codes: CodeService,
        logins: LocalCredentialService, oneTimeCodes: OneTimeCodeCipher
    ) {
        self.context = context
        self.sessions = sessions
        self.directory = directory
        self.codes = codes
        self.logins = logins
        self.oneTimeCodes = oneTimeCodes
    }
}
