import Foundation
import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

/// FCM's routes below `/fcm`: the service accounts' token endpoint, the HTTP v1 API, and the older topic API.
struct FCMAPI: Sendable {
    static let tokenPath = "/fcm/token"

    let fcm: DevelopmentFCM
    let requests: RequestLog

    func surface() -> Surface {
        let project = "/fcm/v1/projects/{project}"
        let subscriptions = "\(project)/registrations/{registration}/topicSubscriptions"
        let anyBody = RoutePolicy(contentTypes: [], isBodyOptional: true)
        return Surface(
            name: "fcm", prefixes: ["/fcm"],
            routes: [
                Route(.POST, Self.tokenPath, takes: .none, policy: .form) { request, _ in
                    noted(request, await token(request))
                },
                Route(.POST, "\(project)/messages:send", takes: .none) { request, path in
                    noted(
                        request,
                        answer(request, path) { project throws(FCMErrorResponse) in try send(request, project) })
                },
                Route(.POST, subscriptions, takes: .none, policy: anyBody) { request, path in
                    noted(
                        request,
                        answer(request, path) { project throws(FCMErrorResponse) in
                            try subscribe(request, path, project)
                        })
                },
                Route(.GET, subscriptions, takes: .none) { request, path in
                    noted(
                        request,
                        answer(request, path) { project throws(FCMErrorResponse) in
                            let topics = fcm.topics(of: path["registration"] ?? "", in: project)
                            return .google(["topicSubscriptions": .array(topics.map { ["topic_name": .string($0)] })])
                        })
                },
                Route(.DELETE, "\(subscriptions)/{topic}", takes: .none, policy: anyBody) { request, path in
                    noted(
                        request,
                        answer(request, path) { project throws(FCMErrorResponse) in
                            try unsubscribe(request, path, project)
                        })
                },
                Route(.POST, "/fcm/iid/v1:batchAdd", takes: .none) { request, _ in
                    noted(request, change(request, adding: true))
                },
                Route(.POST, "/fcm/iid/v1:batchRemove", takes: .none) { request, _ in
                    noted(request, change(request, adding: false))
                },
            ]
        ) { problem, refused in
            if let request = refused.request { note(request, status: problem.status) }
            return .google(FCMErrorResponse(Int(problem.status.code), "INVALID_ARGUMENT", problem.detail))
        }
    }

    // MARK: - Access

    private func token(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(TokenEndpointError) {
            guard let form = try? QueryParameters(formEncoded: request.body),
                form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer", let assertion = form["assertion"]
            else { throw TokenEndpointError("unsupported_grant_type", "Invalid grant_type") }
            return .google([
                "access_token": .string(try await fcm.accessToken(for: assertion)),
                "expires_in": .integer(DevelopmentFCM.tokenLifetime - 1), "token_type": "Bearer",
            ])
        } catch {
            var body: JSONObject = ["error": .string(error.code)]
            body["error_description"] = error.reason.map(JSONValue.string)
            return .google(body, status: HTTPResponseStatus(statusCode: error.status))
        }
    }

    private func answer(
        _ request: HTTPRequest, _ path: PathParameters,
        _ operation: (String) throws(FCMErrorResponse) -> HTTPResponse
    ) -> HTTPResponse {
        do throws(FCMErrorResponse) {
            let project = path["project"] ?? ""
            guard let token = bearer(request), fcm.admits(token, to: project) else { throw .unauthenticated }
            return try operation(project)
        } catch {
            return .google(error)
        }
    }

    private func bearer(_ request: HTTPRequest) -> String? {
        request.header("Authorization").flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
    }

    // MARK: - Messages

    private func send(_ request: HTTPRequest, _ project: String) throws(FCMErrorResponse) -> HTTPResponse {
        guard let body = (try? JSONValue(parsing: request.body))?.object, let message = body["message"]?.object else {
            throw .invalid("Invalid JSON payload received.")
        }
        let validateOnly = (body["validate_only"] ?? body["validateOnly"])?.bool ?? false
        guard let name = try fcm.take(message, in: project, validateOnly: validateOnly) else {
            // A proxy responds like this if it lost its connection: the client cannot know if the message was accepted.
            return HTTPResponse(status: .gatewayTimeout)
        }
        return .google(["name": .string(name)])
    }

    // MARK: - Topics

    private func subscribe(
        _ request: HTTPRequest, _ path: PathParameters, _ project: String
    ) throws(FCMErrorResponse) -> HTTPResponse {
        let registration = path["registration"] ?? ""
        let topic = request.query["topic_name"] ?? ""
        guard try fcm.subscribe(registration, to: topic, in: project) else {
            throw FCMErrorResponse(409, "ALREADY_EXISTS", "Requested entity already exists")
        }
        return .google([
            "name": "projects/\(project)/registrations/\(registration)/topicSubscriptions/\(topic)",
            "topic_name": .string(topic), "create_time": .string(fcm.clock.now.ISO8601Format()),
        ])
    }

    private func unsubscribe(
        _ request: HTTPRequest, _ path: PathParameters, _ project: String
    ) throws(FCMErrorResponse) -> HTTPResponse {
        let wasThere = try fcm.unsubscribe(path["registration"] ?? "", from: path["topic"] ?? "", in: project)
        guard wasThere || request.query["allow_missing"] == "true" else {
            throw FCMErrorResponse(404, "NOT_FOUND", "Requested entity was not found.")
        }
        return .google([:])
    }

    /// Changes topic subscriptions through the Instance ID API, in which the access token determines the project. The
    /// response has one result per registration token.
    private func change(_ request: HTTPRequest, adding: Bool) -> HTTPResponse {
        guard let token = bearer(request), request.header("access_token_auth") == "true",
            let project = fcm.projects.values.first(where: { fcm.admits(token, to: $0) })
        else { return .google(["error": "Unauthorized"], status: .unauthorized) }
        let body = (try? JSONValue(parsing: request.body))?.object
        guard let to = body?["to"]?.string, to.hasPrefix("/topics/"),
            let registrations = body?["registration_tokens"]?.array, (1...1_000).contains(registrations.count)
        else { return .google(["error": "InvalidRequest"], status: .badRequest) }
        let topic = String(to.dropFirst("/topics/".count))
        let results = registrations.map { registration -> JSONValue in
            do throws(FCMErrorResponse) {
                guard let value = registration.string, !value.isEmpty else { throw .invalid("") }
                _ =
                    adding
                    ? try fcm.subscribe(value, to: topic, in: project)
                    : try fcm.unsubscribe(value, from: topic, in: project)
                return [:]
            } catch {
                return ["error": .string(error.word)]
            }
        }
        return .google(["results": .array(results)])
    }

    // MARK: - The log of requests

    private func noted(_ request: HTTPRequest, _ response: HTTPResponse) -> HTTPResponse {
        note(request, status: response.status)
        return response
    }

    private func note(_ request: HTTPRequest, status: HTTPResponseStatus) {
        let path = request.target.utf8.prefix { $0 != UInt8(ascii: "?") }
        requests.add(
            RequestLog.Entry(
                time: fcm.clock.now, method: request.method.rawValue, path: String(decoding: path, as: UTF8.self),
                status: Int(status.code)))
    }
}

extension HTTPResponse {
    fileprivate static func google(_ body: JSONObject, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        .json(body.serialized(), status: status)
    }

    fileprivate static func google(_ refusal: FCMErrorResponse) -> HTTPResponse {
        var response = google(refusal.json, status: HTTPResponseStatus(statusCode: refusal.status))
        if let seconds = refusal.retryAfter { response.headers.add(name: "Retry-After", value: String(seconds)) }
        return response
    }
}
