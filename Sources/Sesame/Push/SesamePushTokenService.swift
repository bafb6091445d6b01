package import Foundation
package import SesameCore
package import SesameWire

/// A push token service that uses the native API of a Sesame server.
package struct SesamePushTokenService: PushTokenService {
    /// The timeout of a removal: five seconds, because the sign-out waits for it. If the server does not respond in
    /// time, it removes the registration with the session.
    private static let removalTime = Duration.seconds(5)

    private let requests: AuthenticatedRequests
    private let platform: DevicePlatform?

    /// Creates a push token service for the server at the given URL, with the access tokens of the given source.
    /// - Parameters:
    ///   - app: The app's name in the server's configuration; nil for the server's default app.
    package init(
        server: URL, app: String? = nil, auth: some AccessTokenSource,
        transport: some HTTPTransport = URLSessionTransport()
    ) {
        self.init(server: server, app: app, auth: auth, platform: .current, transport: transport)
    }

    /// Creates a push token service with an explicit platform.
    /// - Parameter platform: The device's platform, for the user's list of devices.
    package init(
        server: URL, app: String? = nil, auth: some AccessTokenSource, platform: DevicePlatform?,
        transport: some HTTPTransport
    ) {
        requests = AuthenticatedRequests(
            requests: NativeRequests(server: server, app: app, transport: transport), auth: auth)
        self.platform = platform
    }

    /// Registers the device by `PUT /v1/me/devices/{installation}`.
    package func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        let body = DeviceRequest(kind: token.kind, value: token.value, platform: platform)
        let response = try await requests.send("PUT", path(installation), body: body.json, for: uid)
        _ = try ServerResponseDecoder(response).body(DeviceBody.self)
    }

    /// Removes the registration by `DELETE /v1/me/devices/{installation}`.
    package func remove(installation: String, of session: Session) async throws(AuthError) {
        let response = try await requests.requests.send(
            "DELETE", path(installation), bearer: session.accessToken, timeout: Self.removalTime)
        do throws(AuthError) {
            try ServerResponseDecoder(response).checkEmptySuccess()
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }

    private func path(_ installation: String) -> String {
        APIRoute.device.replacingOccurrences(of: "{installation}", with: installation)
    }
}

extension DevicePlatform {
    /// The platform of this device; nil for a platform that the API does not define.
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
