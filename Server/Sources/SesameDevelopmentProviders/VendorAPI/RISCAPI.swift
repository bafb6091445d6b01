import Foundation
import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

/// The routes of Google's RISC API, below `/google/risc`.
struct RISCAPI: Sendable {
    static let root = "/google/risc/v1beta"

    let providers: DevelopmentProviders

    func routes() -> [Route] {
        let anyBody = RoutePolicy(isBodyOptional: true)
        let risc = providers.risc
        return [
            Route(.POST, "\(Self.root)/stream:update", takes: .none) { request, _ in
                await answer(request) { body, project throws(TokenEndpointError) in
                    try risc.update(body, of: project)
                    return [:]
                }
            },
            Route(.GET, "\(Self.root)/stream", takes: .none) { request, _ in
                await answer(request) { _, project throws(TokenEndpointError) in try risc.stream(of: project).json }
            },
            Route(.GET, "\(Self.root)/stream/status", takes: .none) { request, _ in
                await answer(request) { _, project throws(TokenEndpointError) in try risc.stream(of: project).status }
            },
            Route(.POST, "\(Self.root)/stream/status:update", takes: .none) { request, _ in
                await answer(request) { body, project throws(TokenEndpointError) in
                    try risc.setStatus(body, of: project)
                    return [:]
                }
            },
            Route(.POST, "\(Self.root)/stream:verify", takes: .none, policy: anyBody) { request, _ in
                await answer(request) { body, project throws(TokenEndpointError) in
                    try await verify(try risc.stream(of: project), state: body["state"]?.string, in: project)
                    return [:]
                }
            },
        ]
    }

    /// Sends a verification notification with the given state to the server of the stream's URL; does nothing if the
    /// stream is disabled. Throws if the server does not respond.
    private func verify(
        _ stream: DevelopmentRISC.Stream, state: String?, in project: String
    ) async throws(TokenEndpointError) {
        guard stream.isEnabled else { return }
        let path = providers.google.dialect.notificationPath
        let server = stream.url.hasSuffix(path) ? String(stream.url.dropLast(path.count)) : stream.url
        let app = providers.fcm.projects.first { $0.value.hasSameBytes(as: project) }?.key ?? project
        do throws(ProviderError) {
            let notification = try await providers.google.notification(
                NotificationRequest(client: .app(app), event: "verification", state: state))
            _ = try await NotificationDelivery(serverURL: server).deliver(
                notification.token, as: providers.google.dialect, times: 1)
        } catch {
            throw TokenEndpointError("FAILED_PRECONDITION", error.message)
        }
    }

    private func answer(
        _ request: HTTPRequest,
        _ operation: (JSONObject, String) async throws(TokenEndpointError) -> JSONObject
    ) async -> HTTPResponse {
        let response: HTTPResponse
        do throws(TokenEndpointError) {
            let bearer = request.header("Authorization").flatMap {
                $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil
            }
            let project = try await providers.risc.project(of: bearer)
            let body: JSONObject? = request.body.isEmpty ? [:] : (try? JSONValue(parsing: request.body))?.object
            guard let body else { throw TokenEndpointError("INVALID_ARGUMENT", "Invalid JSON payload received.") }
            response = .json(JSONValue.object(try await operation(body, project)).serialized())
        } catch {
            let json: JSONObject = [
                "error": [
                    "code": .integer(error.status), "message": .string(error.reason ?? error.code),
                    "status": .string(error.code),
                ]
            ]
            response = .json(
                JSONValue.object(json).serialized(), status: HTTPResponseStatus(statusCode: error.status))
        }
        note(request, status: response.status)
        return response
    }

    private func note(_ request: HTTPRequest, status: HTTPResponseStatus) {
        let path = request.target.utf8.prefix { $0 != UInt8(ascii: "?") }
        providers.requests.add(
            RequestLog.Entry(
                time: providers.clock.now, method: request.method.rawValue, path: String(decoding: path, as: UTF8.self),
                status: Int(status.code)))
    }
}
