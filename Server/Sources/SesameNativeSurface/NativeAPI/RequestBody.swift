import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// A strict body of a native route. An unknown member, such as a misspelled one, is refused and not ignored.
protocol RequestBody: WireBody {
    /// The names of all allowed members.
    static var members: [String] { get }
    /// The names of the allowed members of each member that is an object.
    static var nested: [String: [String]] { get }
}

extension RequestBody {
    static var nested: [String: [String]] { [:] }
}

extension HTTPRequest {
    /// Returns the body as strict JSON of the given type. Throws `invalidRequest` if it has an unknown member or does
    /// not match the type.
    func body<Body: RequestBody>(_ type: Body.Type) throws(AccountError) -> Body {
        let object = try jsonObject()
        for member in object.members {
            guard Body.members.contains(where: member.name.hasSameBytes) else { throw .unknownMember(member.name) }
            guard let names = Body.nested[member.name] else { continue }
            for inner in member.value.object?.members ?? [] where !names.contains(where: inner.name.hasSameBytes) {
                throw .unknownMember("\(member.name).\(inner.name)")
            }
        }
        return try read(Body.self, object)
    }

    /// Returns the body of an ID token exchange. Unknown members are ignored, because the installed clients are older
    /// than this server.
    func body(ofContract type: IDTokenExchangeRequest.Type) throws(AccountError) -> IDTokenExchangeRequest {
        try read(IDTokenExchangeRequest.self, try jsonObject())
    }

    private func read<Body: WireBody>(_ type: Body.Type, _ object: JSONObject) throws(AccountError) -> Body {
        do throws(BodyError) {
            return try Body(json: object)
        } catch {
            let problem =
                switch error.problem {
                case .missing: "is missing"
                case .wrongType: "has the wrong type"
                case .invalid: "is not valid"
                }
            throw AccountError(.invalidRequest, "'\(error.field)' \(problem)", field: error.field)
        }
    }
}

extension AppleSignInRequest: RequestBody {
    static let members = ["idToken", "nonce", "role", "authorizationCode", "givenName", "familyName"]
}

extension CodePasswordRequest: RequestBody {
    static let members = ["code", "email", "phone", "password"]
}

extension CodeRequest: RequestBody {
    static let members = ["purpose", "email", "phone", "form", "language"]
}

extension CodeSignInRequest: RequestBody {
    static let members = CodeRedemptionRequest.members + ["role"]
}

extension CodeRedemptionRequest: RequestBody {
    static let members = ["code", "email", "phone"]
}

extension ProfileCompletionRequest: RequestBody {
    static let members = ["fields", "mask"]
}

extension ReauthenticateRequest: RequestBody {
    static let members = ["provider", "idToken", "nonce", "authorizationCode"]
}

extension DeviceRequest: RequestBody {
    static let members = ["kind", "value", "platform"]
}

extension LinkCodeRequest: RequestBody {
    static let members = ["code", "codeVerifier", "redirectURI", "profile", "onConflict"]
}

extension LinkRequest: RequestBody {
    static let members = [
        "idToken",
        "nonce",
        "role",
        "profile",
        "authorizationCode",
        "givenName",
        "familyName",
        "onConflict",
    ]
}

extension MergeRequest: RequestBody {
    static let members = ["ticket", "choice"]
}

extension PasswordChangeRequest: RequestBody {
    static let members = ["password", "currentPassword"]
}

extension PasswordReauthenticateRequest: RequestBody {
    static let members = ["password"]
}

extension PasswordSignInRequest: RequestBody {
    static let members = ["email", "password", "role"]
}

extension PasswordSignUpRequest: RequestBody {
    static let members = ["email", "password", "role", "profile"]
}

extension ProfileRequest: RequestBody {
    static let members = ["fields", "mask", "onboarding"]
    static let nested = ["onboarding": ["step", "via"]]
}

extension RefreshRequest: RequestBody {
    static let members = ["refreshToken"]
}

extension SecondFactorBeginRequest: RequestBody {
    static let members = ["kind", "phone", "displayName", "language"]
}

extension SecondFactorConfirmRequest: RequestBody {
    static let members = ["kind", "code", "displayName"]
}

extension SecondFactorRequest: RequestBody {
    static let members = ["ticket", "code", "recoveryCode", "factorID", "sendText", "language"]
}

extension SignInRequest: RequestBody {
    static let members = ["idToken", "nonce", "role"]
}

extension SignUpRequest: RequestBody {
    static let members = ["ticket", "role", "profile"]
}
