import SesameAccounts
package import SesameOperations
import SesameSurface

extension DevelopmentServices {
    /// Returns the server's configuration for the development Apple, Google, FCM and inbox.
    ///
    /// - Parameters:
    ///   - browserURL: The providers' URL for browsers, without a trailing slash.
    ///   - serverURL: The providers' URL for the server.
    package static func development(_ browserURL: String, serverURL: String, role: Role) -> DevelopmentServices {
        DevelopmentServices(
            role: role,
            providers: [
                .google: Provider(
                    issuer: browserURL + "/google", keysURL: serverURL + "/google/oauth2/v3/certs",
                    addresses: OAuthEndpoints(
                        authorization: browserURL + "/google/o/oauth2/v2/auth", token: serverURL + "/google/token",
                        revocation: serverURL + "/google/revoke")),
                .apple: Provider(
                    issuer: browserURL + "/apple", keysURL: serverURL + "/apple/auth/keys",
                    addresses: OAuthEndpoints(
                        authorization: browserURL + "/apple/auth/authorize", token: serverURL + "/apple/auth/token",
                        revocation: serverURL + "/apple/auth/revoke")),
            ],
            messages: serverURL + "/messages",
            push: FCMEndpoints(token: serverURL + "/fcm/token", service: serverURL + "/fcm"))
    }
}
