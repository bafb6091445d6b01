import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension FirebaseAPI {
    static let sendVerificationCodeSchema = FirebaseSchema.client([
        "phoneNumber": .string, "recaptchaToken": .string, "iosReceipt": .string, "iosSecret": .string,
        "autoRetrievalInfo": .anyObject, "safetyNetToken": .string, "playIntegrityToken": .string,
    ])
    static let phoneSchema = FirebaseSchema.client([
        "sessionInfo": .string, "code": .string, "phoneNumber": .string, "temporaryProof": .string,
        "verificationProof": .string, "verificationProofExpiresIn": .string, "idToken": .string,
        "operation": .choice(operations),
    ])
    /// In the vendor's order, since some clients send their places.
    private static let operations = ["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK"]

    /// `accounts:sendVerificationCode`: digits for a number. Whether anybody has it, nobody is told.
    func sendVerificationCode(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        try requireNoTenant(app)
        guard let number = body.text("phoneNumber").flatMap({ PhoneNumber($0) }) else {
            throw .code("INVALID_PHONE_NUMBER", "Invalid format.")
        }
        let order = CodeOrder.signIn(number, in: request.header("X-Firebase-Locale"))
        let issued = try await send(order, of: app, request)
        let ticket = try await domain { () async throws(Refusal) in try accounts.codes.phoneTicket(for: number, in: app)
        }
        if let issued {
            emulated?.note(FirebaseEmulatorCodes.Digits(number: number, ticket: ticket, code: issued.code), of: app.id)
        }
        return .firebase(["sessionInfo": .string(ticket.exposed)])
    }

    /// `accounts:signInWithPhoneNumber`: a sign-in with the digits that came, or the number for the account of an ID token.
    func signInWithPhoneNumber(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> HTTPResponse {
        try requireNoTenant(app)
        let proof = try await phoneProof(request, app, body)
        if let idToken = body.secret("idToken") {
            return try await addPhone(proof, to: try await caller(idToken, of: app), request)
        }
        guard !["UPDATE", "LINK"].contains(body.text("operation")) else { throw .code("MISSING_ID_TOKEN") }
        let result = try await proof.use { () async throws(Refusal) in
            try await accounts.logins.signIn(
                with: proof.code, to: app, for: body.text("operation") == "REAUTH" ? .known : .everybody,
                context: request.context(in: app))
        }
        emulated?.forget(proof.number, of: app.id)
        var json: JSONObject = [
            "isNewUser": .bool(result.isNew), "phoneNumber": .string(proof.number.description),
        ]
        json.add(try await tokens(of: result.session, in: app))
        return .firebase(json)
    }

    private func addPhone(
        _ proof: PhoneProof, to caller: FirebaseCaller, _ request: HTTPRequest
    ) async throws(FirebaseError) -> HTTPResponse {
        let app = caller.caller.app
        let addition = try await proof.use { () async throws(Refusal) in
            try await accounts.logins.addLogin(
                .phone, with: proof.code, to: caller.caller, context: request.context(in: app))
        }
        emulated?.forget(proof.number, of: app.id)
        var json: JSONObject = ["phoneNumber": .string(proof.number.description)]
        switch addition {
        case .taken(let proof):
            // The first answer is none of error: with what it holds, the client can sign in to that account instead.
            guard let proof else { throw .code("PHONE_NUMBER_EXISTS") }
            json["temporaryProof"] = .string(proof.exposed)
            json["temporaryProofExpiresIn"] = .string(String(Int(CodeForm.link.life)))
        case .added(let result):
            json["isNewUser"] = false
            json.add(try await tokens(of: result.session, in: app))
        }
        return .firebase(json)
    }

    /// What shows that a number is the caller's: digits with what was given when they were sent, or what stands for digits
    /// that have come back.
    private func phoneProof(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(FirebaseError) -> PhoneProof {
        guard let temporary = body.secret("temporaryProof") else {
            let info = Secret(try body.required("sessionInfo", orElse: "MISSING_SESSION_INFO"))
            let digits = Secret(try body.required("code", orElse: "MISSING_CODE"))
            guard let ticket = accounts.codes.phoneTicket(info, in: app) else {
                throw FirebaseError(Refusal(.ticketExpired, "this server has sealed no such session info"))
                    .saying("INVALID_SESSION_INFO")
            }
            guard !ticket.isOver(at: accounts.environment.now) else { throw .code("SESSION_EXPIRED") }
            return PhoneProof(
                number: ticket.number, code: .digits(digits, .signIn, .phone, ticket.number.description),
                wrong: "INVALID_CODE")
        }
        let text = try body.required("phoneNumber", orElse: "MISSING_PHONE_NUMBER")
        guard let number = PhoneNumber(text) else { throw .code("INVALID_PHONE_NUMBER", "Invalid format.") }
        let proof = PhoneProof(number: number, code: .link(temporary), wrong: "INVALID_TEMPORARY_PROOF")
        let content = try await proof.use { () async throws(Refusal) in
            try await accounts.codes.checkCode(proof.code, of: app, context: request.context(in: app))
        }
        guard content.kind == .phone, content.name.hasSameBytes(as: number.description) else {
            throw .code("INVALID_TEMPORARY_PROOF")
        }
        return proof
    }
}

/// A proof that a number is somebody's, and what the dialect calls a wrong one.
private struct PhoneProof: Sendable {
    let number: PhoneNumber
    let code: PresentedCode
    let wrong: String

    /// Asks the domain about the proof.
    func use<Value>(_ operation: () async throws(Refusal) -> Value) async throws(FirebaseError) -> Value {
        do throws(Refusal) {
            return try await operation()
        } catch {
            let refusal = FirebaseError(error)
            throw error.code == .ticketExpired ? refusal.saying(wrong) : refusal
        }
    }
}
