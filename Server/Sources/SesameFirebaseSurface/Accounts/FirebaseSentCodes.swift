import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// A sender of codes. In an emulator, the sender also stores the codes, so that tests can read them.
struct FirebaseSentCodes: Sendable {
    let codes: CodeService
    let firebase: FirebaseService
    let emulated: FirebaseEmulatorCodes?

    /// Sends a code by email or text message.
    ///
    /// - Returns: The code if the server is an emulator and the recipient can use the code; nil otherwise.
    func send(_ order: OneTimeCodeRequest, of app: App, _ context: RequestContext) async throws(AccountError)
        -> IssuedCode?
    {
        if emulated != nil { return try await firebase.sendEmulatorCode(order, of: app, context: context) }
        try await codes.sendCode(order, of: app, context: context)
        return nil
    }

    func send(_ order: OneTimeCodeRequest, of app: App, _ request: HTTPRequest) async throws(AccountError)
        -> IssuedCode?
    {
        try await send(order, of: app, request.context(in: app))
    }

    /// Stores the code of an issued link if the server is an emulator.
    ///
    /// - Parameter before: The address that the requested change replaces; nil if the address does not change.
    func note(
        _ code: IssuedCode?, _ purpose: FirebaseCodeRequest.Purpose, _ order: OneTimeCodeRequest,
        instead before: String?,
        of app: App
    ) {
        guard let emulated, let code, let address = code.link else { return }
        emulated.note(
            FirebaseEmulatorCodes.Link(
                purpose: purpose, email: before ?? order.name,
                newEmail: purpose == .changeEmail ? order.name : nil, code: code.code, address: address),
            of: app.id)
    }

    func forget(_ code: Secret?, of app: App) {
        if let code { emulated?.forget(link: code, of: app.id) }
    }
}
