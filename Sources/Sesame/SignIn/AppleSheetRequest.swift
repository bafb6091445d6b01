import Foundation
package import SesameCore
import SesameWire

/// The scopes that Apple's sheet requests in addition to the identity.
public enum AppleScopes: Sendable, Equatable {
    /// The name, which Apple supplies at the first consent only, and the email address.
    case nameAndEmail
    /// No scopes, for apps that store no personal data. Data that Apple sends anyway is dropped.
    case nothing
}

/// A request to Apple's sheet, with the check of the sheet's result.
///
/// `AppleSheetSource` of `SesameApple` shows the sheet. All decisions are here, where they are tested without a sheet.
package struct AppleSheetRequest: Sendable {
    package let scopes: AppleScopes
    /// The value that the sheet puts into the token: the nonce's SHA-256 in hexadecimal.
    package let nonceHash: String
    /// The value that the sheet returns unchanged.
    package let state: String

    private let nonce: Nonce
    private let role: String?

    /// Creates a request with the server's nonce and a random state.
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

    /// Returns the credential in the sheet's result. Throws `invalidRequest` if the result belongs to another request,
    /// and `providerUnavailable` if it has no ID token.
    package func credential(from answer: AppleIDCredential) throws(AuthError) -> AuthCredential {
        guard answer.state?.hasSameBytes(as: state) == true else {
            throw AuthError(.invalidRequest, "the response of Apple's sheet is from another attempt: its state differs")
        }
        guard let idToken = answer.identityToken.flatMap(Secret.init(utf8:)) else {
            throw AuthError(.providerUnavailable, "the response of Apple's sheet has no ID token")
        }
        return .apple(
            idToken: idToken, nonce: nonce, role: role,
            authorizationCode: answer.authorizationCode.flatMap(Secret.init(utf8:)),
            name: scopes == .nothing ? nil : answer.name)
    }
}

/// The result of Apple's sheet, from the members of `ASAuthorizationAppleIDCredential`.
package struct AppleIDCredential: Sendable {
    /// The ID token in UTF-8; nil if Apple sent none.
    package var identityToken: [UInt8]?
    /// The authorization code in UTF-8; nil if Apple sent none.
    package var authorizationCode: [UInt8]?
    /// The returned state, which must equal the state of the request.
    package var state: String?
    /// The name; nil if all its parts are empty.
    package var name: PersonName?

    /// Creates a result whose name is nil if both of its parts are empty or blank.
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

extension AppleIDCredential: Redacted {}

extension Secret {
    fileprivate init?(utf8 bytes: [UInt8]) {
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(text)
    }
}
