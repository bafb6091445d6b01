import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Sending codes, and what an emulator remembers of them.
extension FirebaseAPI {
    /// Sends a code.
    ///
    /// - Returns: The code, to be noted: from an emulator only, and only where it helps somebody.
    func send(_ order: CodeOrder, of app: App, _ context: RequestContext) async throws(Refusal) -> IssuedCode? {
        if isEmulator { return try await accounts.firebase.emulatedCode(order, of: app, context: context) }
        try await accounts.codes.sendCode(order, of: app, context: context)
        return nil
    }

    func send(_ order: CodeOrder, of app: App, _ request: HTTPRequest) async throws(FirebaseError) -> IssuedCode? {
        try await domain { () async throws(Refusal) in try await send(order, of: app, request.context(in: app)) }
    }

    /// - Parameter before: The address that the order's would take the place of.
    func note(
        _ code: IssuedCode?, _ purpose: FirebaseCodeRequest.Purpose, _ order: CodeOrder, instead before: String?,
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
