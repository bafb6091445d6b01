import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The methods for sign-in with a code sent to a phone.
struct FirebasePhoneMethods: Sendable {
    let codes: CodeService
    let logins: LocalCredentialService
    let sent: FirebaseSentCodes
    let environment: SesameAccounts.RuntimeEnvironment
    let door: FirebaseAuthenticator

    var methods: [FirebaseMethod] {
        [
            FirebaseMethod(
                name: "sendVerificationCode", legacyName: "sendVerificationCode", input: .none,
                schema: Self.sendVerificationCodeSchema,
                handler: sendVerificationCode),
            FirebaseMethod(
                name: "signInWithPhoneNumber", legacyName: "verifyPhoneNumber", input: .credential,
                schema: Self.phoneSchema,
                handler: signInWithPhoneNumber),
        ]
    }

    static let sendVerificationCodeSchema = FirebaseSchema.client([
        "phoneNumber": .string, "recaptchaToken": .string, "iosReceipt": .string, "iosSecret": .string,
        "autoRetrievalInfo": .anyObject, "safetyNetToken": .string, "playIntegrityToken": .string,
    ])
    static let phoneSchema = FirebaseSchema.client([
        "sessionInfo": .string, "code": .string, "phoneNumber": .string, "temporaryProof": .string,
        "verificationProof": .string, "verificationProofExpiresIn": .string, "idToken": .string,
        "operation": .choice(operations),
    ])
    /// The operations in Firebase's order, because some clients send indexes.
    private static let operations = ["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK"]

    /// Handles `accounts:sendVerificationCode`, which sends a code to a phone number. The response does not reveal if
    /// an account has the number.
    func sendVerificationCode(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        try door.requireNoTenant(app)
        guard let number = body.text("phoneNumber").flatMap({ PhoneNumber($0) }) else {
            throw .firebase("INVALID_PHONE_NUMBER", "Invalid format.")
        }
        let order = OneTimeCodeRequest.signIn(number, in: request.header("X-Firebase-Locale"))
        let issued = try await sent.send(order, of: app, request)
        let ticket = try codes.phoneTicket(for: number, in: app)
        if let issued {
            sent.emulated?.note(
                FirebaseEmulatorCodes.Digits(number: number, ticket: ticket, code: issued.code), of: app.id)
        }
        return .firebase(["sessionInfo": .string(ticket.exposed)])
    }

    /// Handles `accounts:signInWithPhoneNumber`, which signs in with the code from the text message, or links the
    /// number to the account of an ID token.
    func signInWithPhoneNumber(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        try door.requireNoTenant(app)
        let proof = try await phoneProof(request, app, body)
        if let idToken = body.secret("idToken") {
            return try await addPhone(proof, to: try await door.caller(idToken, of: app), request)
        }
        guard !["UPDATE", "LINK"].contains(body.text("operation")) else { throw .firebase("MISSING_ID_TOKEN") }
        let result: SignIn
        do throws(AccountError) {
            result = try await logins.signIn(
                with: proof.code, to: app, for: body.text("operation") == "REAUTH" ? .known : .everybody,
                context: request.context(in: app))
        } catch {
            throw proof.inWords(error)
        }
        sent.emulated?.forget(proof.number, of: app.id)
        var json: JSONObject = [
            "isNewUser": .bool(result.isNew), "phoneNumber": .string(proof.number.description),
        ]
        json.add(try await door.tokens(of: result.session, in: app))
        return .firebase(json)
    }

    private func addPhone(
        _ proof: PhoneProof, to caller: FirebaseCaller, _ request: HTTPRequest
    ) async throws(AccountError) -> HTTPResponse {
        let app = caller.caller.app
        let addition: AddCredentialResult
        do throws(AccountError) {
            addition = try await logins.addCredential(
                .phone, with: proof.code, to: caller.caller, context: request.context(in: app))
        } catch {
            throw proof.inWords(error)
        }
        sent.emulated?.forget(proof.number, of: app.id)
        var json: JSONObject = ["phoneNumber": .string(proof.number.description)]
        switch addition {
        case .taken(let proof):
            // The first conflict is not an error response: with the returned proof the client can sign in to that
            // account instead.
            guard let proof else { throw .firebase("PHONE_NUMBER_EXISTS") }
            json["temporaryProof"] = .string(proof.exposed)
            json["temporaryProofExpiresIn"] = .string(String(Int(CodeForm.link.lifetime)))
        case .added(let result):
            json["isNewUser"] = false
            json.add(try await door.tokens(of: result.session, in: app))
        }
        return .firebase(json)
    }

    /// Returns the evidence that the caller has the number: the code with its `sessionInfo`, or a temporary proof from
    /// an earlier response. Throws if the `sessionInfo` or the temporary proof is invalid or expired.
    private func phoneProof(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> PhoneProof {
        guard let temporary = body.secret("temporaryProof") else {
            let info = Secret(try body.required("sessionInfo", orElse: "MISSING_SESSION_INFO"))
            let digits = Secret(try body.required("code", orElse: "MISSING_CODE"))
            guard let ticket = codes.phoneTicket(info, in: app) else {
                throw AccountError(.ticketExpired, "the session info was not issued by this server for this app")
                    .saying("INVALID_SESSION_INFO")
            }
            guard !ticket.isOver(at: environment.now) else { throw .firebase("SESSION_EXPIRED") }
            return PhoneProof(
                number: ticket.number, code: .digits(digits, .signIn, .phone, ticket.number.description),
                wrong: "INVALID_CODE")
        }
        let text = try body.required("phoneNumber", orElse: "MISSING_PHONE_NUMBER")
        guard let number = PhoneNumber(text) else { throw .firebase("INVALID_PHONE_NUMBER", "Invalid format.") }
        let proof = PhoneProof(number: number, code: .link(temporary), wrong: "INVALID_TEMPORARY_PROOF")
        let content: CodeContent
        do throws(AccountError) {
            content = try await codes.checkCode(proof.code, of: app, context: request.context(in: app))
        } catch {
            throw proof.inWords(error)
        }
        guard content.kind == .phone, content.name.hasSameBytes(as: number.description) else {
            throw .firebase("INVALID_TEMPORARY_PROOF")
        }
        return proof
    }
}

/// The evidence that a user has a phone number, with Firebase's error code for invalid evidence.
private struct PhoneProof: Sendable {
    let number: PhoneNumber
    let code: PresentedCode
    let wrong: String

    /// Returns the refusal with the Firebase error code `wrong` if the code is invalid or expired; otherwise unchanged.
    func inWords(_ refusal: AccountError) -> AccountError {
        refusal.code == .ticketExpired ? refusal.saying(wrong) : refusal
    }
}
