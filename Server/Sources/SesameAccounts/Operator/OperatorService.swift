/// What an app's back end or an operator orders: to make, change or disable accounts, or to act for one.
public final class OperatorService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let directory: AccountDirectory
    let codes: CodeService
    let logins: LoginService
    let oneTimeCodes: CodeSafe

    init(
        context: ServiceContext, sessions: SessionService, directory: AccountDirectory, codes: CodeService,
        logins: LoginService, oneTimeCodes: CodeSafe
    ) {
        self.context = context
        self.sessions = sessions
        self.directory = directory
        self.codes = codes
        self.logins = logins
        self.oneTimeCodes = oneTimeCodes
    }
}
