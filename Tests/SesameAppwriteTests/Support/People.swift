import Foundation
import Sesame
import SesameAppwrite
import SesameCore
import SesameWire
import Testing

extension Secret {
    /// Returns an unsigned JWT with the given claims.
    static func token(_ claims: JSONObject) -> Secret {
        let payload = RandomText.base64URL(claims.serialized())
        return Secret("e30.\(payload).c2ln")
    }
}

extension AuthCredential {
    /// Returns the credential from Google's SDK for the test user with this number.
    static func google(_ person: Int, _ nonce: Nonce) -> AuthCredential {
        .google(
            idToken: .token([
                "sub": .string("g-\(person)"), "email": .string("test.user.\(person)@example.com"),
                "nonce": .string(nonce.value.exposed),
            ]), nonce: nonce)
    }

    /// Returns the password credential of the test user with this number, and creates the account if it does not exist.
    static func password(_ person: Int, at server: AppwriteDouble) -> AuthCredential {
        let (email, password) = ("test.user.\(person)@example.com", "the password of \(person)")
        server.withState { $0.addUser(email, password) }
        return .password(PasswordCredential(email: email, password: Secret(password)))
    }

    /// Returns the credential from Apple's sheet for the test user with this number. The token contains no email
    /// address.
    static func apple(_ person: Int, _ nonce: Nonce, name: PersonName? = nil) -> AuthCredential {
        .apple(
            idToken: .token(["sub": .string("a-\(person)"), "nonce": .string(nonce.sha256Hex)]), nonce: nonce,
            authorizationCode: Secret("code-of-apple"), name: name)
    }
}

extension AppwriteProject {
    /// Returns the settings of the project that ``AppwriteDouble`` accepts.
    static func double() throws -> AppwriteProject {
        AppwriteProject(
            endpoint: try #require(URL(string: "https://fra.cloud.appwrite.io/v1")), id: "p",
            client: "appwrite-ios://com.example.familysync")
    }
}

extension AppwriteEmailRedirects {
    /// Returns the pages that emailed links open: one for password recovery, one for verification.
    static func double() throws -> AppwriteEmailRedirects {
        AppwriteEmailRedirects(
            recovery: try #require(URL(string: "https://familysync.example.com/recovery")),
            verification: try #require(URL(string: "https://familysync.example.com/verification")))
    }
}

/// Expects the operation to throw an error with this code, and returns the error.
@discardableResult
func expectError(
    _ code: AuthError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ operation: () async throws -> Void
) async -> AuthError? {
    let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) { try await operation() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}
