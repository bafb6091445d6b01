import Foundation
import SesameCore
import SesameWire

@testable import Sesame

extension Secret {
    /// Returns a JWT with the given claims and a fake signature.
    static func token(_ claims: JSONObject) -> Secret {
        let payload = RandomText.base64URL(JSONValue.object(claims).serialized())
        return Secret("e30.\(payload).c2ln")
    }
}

extension AuthCredential {
    /// Returns the result of Apple's sheet for a user with this id.
    static func apple(user: String, name: PersonName? = nil) -> AuthCredential {
        .apple(idToken: .token(["sub": .string(user)]), nonce: Nonce(Secret("n")), name: name)
    }

    /// The role sent with a provider's token, a password or a registration; nil for other credentials.
    var role: String? {
        switch self {
        case .google(_, _, let role), .apple(_, _, let role, _, _): role
        case .password(let typed): typed.role
        case .passwordRegistration(let form): form.credential.role
        default: nil
        }
    }

    /// The name sent with Apple's token; nil for other credentials.
    var name: PersonName? {
        if case .apple(_, _, _, _, let name) = self { name } else { nil }
    }
}

extension LinkableCredential {
    /// Returns a credential for linking from Apple's sheet for a user with this id.
    static func apple(user: String, name: PersonName? = nil) -> LinkableCredential {
        .apple(idToken: .token(["sub": .string(user)]), nonce: Nonce(Secret("n")), name: name)
    }
}
