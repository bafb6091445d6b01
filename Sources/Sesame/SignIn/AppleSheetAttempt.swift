import Foundation
package import SesameCore
import SesameWire

/// A request to Apple's sheet for more than the proof of who somebody is.
public enum AppleScopes: Sendable, Equatable {
    /// The name, which Apple gives at the first consent only, and the e-mail address.
    case nameAndEmail
    /// Nothing: for apps that keep no personal data. What comes all the same is dropped.
    case nothing
}

/// One use of Apple's sheet: what it is asked for, and what its answer means.
///
/// `AppleSheetSource` of `SesameApple` shows the sheet; what decides anything is here, where it is tested without one.
package struct AppleSheetAttempt: Sendable {
    /// The scopes asked for.
    package let scopes: AppleScopes
    /// The value that the sheet is to put into the token: the nonce's SHA-256 in hexadecimal.
    package let nonceHash: String
    /// The value that the sheet is to give back unchanged.
    package let state: String

    private let nonce: Nonce
    private let role: String?

    /// An attempt with a nonce of the server.
    package init(_ scopes: AppleScopes, nonce: Nonce, role: String? = nil) {
        self.init(scopes, nonce: nonce, role: role, state: RandomText.make(bytes: 32))
    }

    init(_ scopes: AppleScopes, nonce: Nonce, role: String?, state: String) {
        self.scopes = scopes
        self.nonce = nonce
        self.role = role
        self.state = state
        nonceHash = nonce.sha256Hex
    }

    /// The credential that an answer holds. Throws when the answer is another attempt's, or holds no token.
    package func credential(from answer: AppleSheetAnswer) throws(AuthError) -> AuthCredential {
        guard answer.state?.hasSameBytes(as: state) == true else {
            throw AuthError(.invalidRequest, "the answer of Apple's sheet is another attempt's: its state differs")
        }
        guard let idToken = answer.identityToken.flatMap(Secret.init(utf8:)) else {
            throw AuthError(.providerUnavailable, "the answer of Apple's sheet holds no identity token")
        }
        return .apple(
            idToken: idToken, nonce: nonce, role: role,
            authorizationCode: answer.authorizationCode.flatMap(Secret.init(utf8:)),
            name: scopes == .nothing ? nil : answer.name)
    }
}

/// The result of Apple's sheet: the members of `ASAuthorizationAppleIDCredential` as they are.
package struct AppleSheetAnswer: Sendable {
    /// The ID token's bytes.
    package var identityToken: [UInt8]?
    /// The authorization code's bytes.
    package var authorizationCode: [UInt8]?
    /// The state that the request carried.
    package var state: String?
    /// The name; nil unless it has a part that is not empty.
    package var name: PersonName?

    /// Makes the answer.
    package init(
        identityToken: [UInt8]?, authorizationCode: [UInt8]?, state: String?, givenName: String? = nil,
        familyName: String? = nil
    ) {
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.state = state
        let parts = [givenName, familyName].map { part in
            part.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        name = parts.contains { $0 != nil } ? PersonName(givenName: parts[0], familyName: parts[1]) : nil
    }
}

extension AppleSheetAnswer: Redacted {}

extension Secret {
    fileprivate init?(utf8 bytes: [UInt8]) {
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(text)
    }
}
