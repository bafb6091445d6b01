package import Foundation
package import SesameCore
package import SesameWire

/// Push registrations at a Sesame server, by its native API.
package struct SesamePushTokenService: PushTokenService {
    /// The longest that a sign-out waits for this: a server that does not answer soon removes the registration with the
    /// session.
    private static let removalTime = Duration.seconds(5)

    private let requests: PersonalRequests
    private let platform: DevicePlatform?

    /// A back end at that address, in the name of whoever is signed in.
    /// - Parameters:
    ///   - app: The app's name in the server's configuration; nil takes the server's default app.
    package init(
        server: URL, app: String? = nil, auth: some AccessTokenSource,
        transport: some HTTPTransport = URLSessionTransport()
    ) {
        self.init(server: server, app: app, auth: auth, platform: .current, transport: transport)
    }

    /// - Parameter platform: What the device runs, for the list that its owner sees.
    package init(
        server: URL, app: String? = nil, auth: some AccessTokenSource, platform: DevicePlatform?,
        transport: some HTTPTransport
    ) {
        requests = PersonalRequests(
            requests: NativeRequests(server: server, app: app, transport: transport), auth: auth)
        self.platform = platform
    }

    /// `PUT /v1/me/devices/{installation}`.
    package func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        let body = DeviceRequest(kind: token.kind, value: token.value, platform: platform)
        let response = try await requests.send("PUT", path(installation), body: body.json, for: uid)
        _ = try ServerAnswer(response).body(DeviceBody.self)
    }

    /// `DELETE /v1/me/devices/{installation}`.
    package func remove(installation: String, of session: Session) async throws(AuthError) {
        let response = try await requests.requests.send(
            "DELETE", path(installation), bearer: session.accessToken, timeLimit: Self.removalTime)
        do throws(AuthError) {
            try ServerAnswer(response).checkEmptySuccess()
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }

    private func path(_ installation: String) -> String {
        APIRoute.device.replacingOccurrences(of: "{installation}", with: installation)
    }
}

extension DevicePlatform {
    /// This device's platform, if it has a name.
    package static var current: DevicePlatform? {
        #if os(iOS)
            .ios
        #elseif os(macOS)
            .macos
        #elseif os(Android)
            .android
        #else
            nil
        #endif
    }
}
