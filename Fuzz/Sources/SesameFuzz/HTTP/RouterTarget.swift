import Foundation
import NIOHTTP1
import SesameCore
import SesameWire

@testable import SesameHTTP
@testable import SesameServer

/// A target for the whole program behind its sockets. Requests with any content get a response that can be sent, no 5xx
/// except 501, and, except on routes of a vendor's protocol, a documented status.
///
/// In an input, `{access}`, `{refresh}` and the other names of ``FuzzWorld/credentials()`` are placeholders for a
/// client's credentials.
struct RouterTarget: FuzzTarget {
    /// The number of runs after which the world is created anew, so that it stays small.
    private static let runsPerWorld = 4_096

    private let current: Locked<(world: FuzzWorld, runs: Int)>
    private let documented: DocumentedStatuses

    init() throws {
        current = Locked((try FuzzWorld(), 0))
        documented = try DocumentedStatuses()
    }

    func run(_ input: [UInt8]) {
        let world = world()
        waiting {
            let held = input.contains(UInt8(ascii: "{")) ? await world.credentials() : [:]
            for request in Transcript([input[...]], limits: HTTPLimits()).requests {
                await answer(request.holding(held), in: world)
            }
        }
    }

    private func world() -> FuzzWorld {
        current.withLock { current in
            current.runs += 1
            if current.runs > Self.runsPerWorld, let next = try? FuzzWorld() { current = (next, 1) }
            return current.world
        }
    }

    private func answer(_ transcript: Transcript.Request, in world: FuzzWorld) async {
        guard
            let request = try? HTTPRequest(
                method: HTTPMethod(rawValue: transcript.method), target: transcript.target, headers: transcript.headers,
                body: transcript.body)
        else { return }
        let plan = world.router.plan(method: request.method, path: request.path)
        let response = await world.router.respond(to: request, plan: plan)
        let label = "\(request.method.rawValue) \(plan.pattern) → \(response.status.code)"
        check(
            response.status.code < 500 || response.status == .notImplemented,
            "no failure of ours: \(label) \(String(decoding: response.body, as: UTF8.self))")
        check(
            world.router.surfaces[plan.surface].contract == .vendor
                || documented.allow(Int(response.status.code), of: plan.pattern, request.method.rawValue),
            "documented: \(label)")
        check(ResponseWriter.isSound(response), "an answer can be sent: \(label)")
        requireContent(response, label)
    }

    private func requireContent(_ response: HTTPResponse, _ label: String) {
        guard !response.body.isEmpty else { return }
        let types = response.headers["Content-Type"]
        check(types.count == 1, "a body has one type: \(label)")
        if types.first?.hasPrefix("application/json") == true {
            let limits = JSONLimits(bytes: 1 << 20, depth: 32)
            check((try? JSONValue(parsing: response.body, limits: limits)) != nil, "JSON is strict JSON: \(label)")
        } else if types.first?.hasPrefix("text/html") == true {
            check(!response.body.contains(Self.markup), "a page shows no markup of the request: \(label)")
        }
    }

    /// A markup text from the fuzzer's dictionary. None of the program's pages contains it by itself.
    private static let markup = Array("<b>fuzz".utf8)
}

extension Transcript.Request {
    /// Returns the request with the placeholders replaced by a client's credentials.
    func holding(_ credentials: [String: String]) -> Transcript.Request {
        func filled(_ text: String) -> String {
            guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
            return credentials.reduce(text) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
        }
        var request = self
        request.target = filled(target)
        request.headers = HTTPHeaders(headers.map { ($0.name, filled($0.value)) })
        for (name, value) in credentials {
            request.body = request.body.replacing(Array("{\(name)}".utf8), with: Array(value.utf8))
        }
        return request
    }
}
