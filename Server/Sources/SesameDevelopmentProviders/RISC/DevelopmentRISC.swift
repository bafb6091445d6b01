import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// The development version of Google's Cross-Account Protection, with a notification stream for each project that has
/// configured one. https://developers.google.com/identity/protocols/risc
final class DevelopmentRISC: Sendable {
    /// A project's notification stream: the URL to which notifications are delivered, and the requested events.
    struct Stream: Sendable {
        var url: String
        var events: [String]
        var isEnabled = true
    }

    /// The required `aud` claim of a service account's bearer token.
    static let audience = "https://risc.googleapis.com/google.identity.risc.v1beta.RiscManagementService"
    private static let push = "https://schemas.openid.net/secevent/risc/delivery-method/push"

    private let fcm: DevelopmentFCM
    private let streams = Locked([String: Stream]())

    init(fcm: DevelopmentFCM) {
        self.fcm = fcm
    }

    func reset() {
        streams.withLock { $0 = [:] }
    }

    /// Returns the id of the project whose service account signed the bearer token. Throws if the token is missing or
    /// not valid.
    func project(of bearer: String?) async throws(TokenEndpointError) -> String {
        guard let bearer, let project = await fcm.project(ofSelfSigned: bearer, for: Self.audience) else {
            throw TokenEndpointError(
                "UNAUTHENTICATED", "Request had invalid authentication credentials.", status: 401)
        }
        return project
    }

    func stream(of project: String) throws(TokenEndpointError) -> Stream {
        guard let stream = streams.withLock({ $0[project] }) else {
            throw TokenEndpointError("NOT_FOUND", "The stream is not configured.", status: 404)
        }
        return stream
    }

    /// Stores a project's stream: the URL to which notifications are pushed, and the requested events. Throws if either
    /// is missing, or if the delivery method is not push.
    func update(_ body: JSONObject, of project: String) throws(TokenEndpointError) {
        guard let delivery = body["delivery"]?.object,
            delivery["delivery_method"]?.string?.hasSameBytes(as: Self.push) == true,
            let url = delivery["url"]?.string, url.hasPrefix("https://") || url.hasPrefix("http://"),
            let events = body["events_requested"]?.array?.compactMap(\.string), !events.isEmpty
        else { throw TokenEndpointError("INVALID_ARGUMENT", "delivery and events_requested are required.") }
        streams.withLock { $0[project] = Stream(url: url, events: events) }
    }

    func setStatus(_ body: JSONObject, of project: String) throws(TokenEndpointError) {
        guard let status = body["status"]?.string, ["enabled", "disabled"].contains(status) else {
            throw TokenEndpointError("INVALID_ARGUMENT", "status must be enabled or disabled.")
        }
        var stream = try self.stream(of: project)
        stream.isEnabled = status == "enabled"
        streams.withLock { [stream] in $0[project] = stream }
    }
}

extension DevelopmentRISC.Stream {
    var json: JSONObject {
        [
            "delivery": [
                "delivery_method": "https://schemas.openid.net/secevent/risc/delivery-method/push",
                "url": .string(url),
            ],
            "events_requested": .array(events.map(JSONValue.string)),
        ]
    }

    var status: JSONObject { ["status": .string(isEnabled ? "enabled" : "disabled")] }
}

extension DevelopmentFCM {
    /// Returns the id of the project whose service account issued the token; nil if the token is not valid, for example
    /// because it is for another audience, has expired, or has a lifetime of more than an hour.
    func project(ofSelfSigned token: String, for audience: String) async -> String? {
        guard let jws = try? CompactJWS(parsing: token), let claims = try? jws.claims(),
            await isSigned(jws), let issuer = claims["iss"]?.string,
            claims["sub"]?.string?.hasSameBytes(as: issuer) == true,
            claims["aud"]?.string?.hasSameBytes(as: audience) == true,
            let issuedAt = claims["iat"]?.integer, let expiresAt = claims["exp"]?.integer
        else { return nil }
        let now = Int64(clock.now.timeIntervalSince1970)
        guard issuedAt <= now + 300, expiresAt > now, expiresAt - issuedAt <= Int64(Self.tokenLifetime) else {
            return nil
        }
        return projects.values.first { Self.email(of: $0).hasSameBytes(as: issuer) }
    }

    private func isSigned(_ jws: CompactJWS) async -> Bool {
        guard let key = try? await signingKey(), jws.header.keyID?.hasSameBytes(as: key.keyID) == true else {
            return false
        }
        return (try? jws.verify(with: key.publicKey, algorithm: .rs256)) != nil
    }
}
