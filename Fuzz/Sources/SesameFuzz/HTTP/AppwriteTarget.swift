import Foundation
import NIOHTTP1
import SesameCore
import SesameWire

@testable import SesameAppwriteSurface
@testable import SesameHTTP

/// A target for Appwrite's protocol. No request causes a 5xx other than 501, an error has Appwrite's shape and leaves
/// the account unchanged, and queries and cookies are unambiguous.
///
/// In an input, `{secret}`, `{uid}` and the other names of ``FuzzWorld/appwriteGuest()`` are placeholders for a
/// client's credentials.
struct AppwriteTarget: FuzzTarget {
    /// The number of runs after which the world is created anew, so that it stays small.
    private static let runsPerWorld = 4_096

    private let current: Locked<(world: FuzzWorld, runs: Int)>

    init() throws { current = Locked((try FuzzWorld(), 0)) }

    func run(_ input: [UInt8]) {
        let requests = Transcript([input[...]], limits: HTTPLimits()).requests
        guard !requests.isEmpty else { return }
        let world = current.withLock { current in
            current.runs += 1
            if current.runs > Self.runsPerWorld, let next = try? FuzzWorld() { current = (next, 1) }
            return current.world
        }
        waiting {
            let (guest, held) = await world.appwriteGuest()
            for request in requests.map({ $0.holding(held) }) {
                let before = await world.state(of: guest)
                guard let response = await answer(request, in: world) else { continue }
                let isRefused =
                    response.status.code >= 400 || response.headers["Location"].contains { $0.contains("error=") }
                if isRefused { check(await world.state(of: guest) == before, "a refusal changes nothing") }
            }
        }
    }

    /// Returns the response; nil if the request is invalid or does not belong to Appwrite's protocol.
    private func answer(_ transcript: Transcript.Request, in world: FuzzWorld) async -> HTTPResponse? {
        guard
            let request = try? HTTPRequest(
                method: HTTPMethod(rawValue: transcript.method), target: transcript.target, headers: transcript.headers,
                body: transcript.body)
        else { return nil }
        requireOneReading(of: request)
        let plan = world.router.plan(method: request.method, path: request.path)
        guard world.router.surfaces[plan.surface].name == "appwrite" else { return nil }
        let response = await world.router.respond(to: request, plan: plan)
        let label = "\(request.method.rawValue) \(plan.pattern) → \(response.status.code)"
        check(response.status.code < 500 || response.status == .notImplemented, "no failure of ours: \(label)")
        check(ResponseWriter.isSound(response), "an answer can be sent: \(label)")
        if response.status.code >= 400, request.method != .HEAD { requireRefusal(response, label) }
        return response
    }

    /// Checks that the body has the members `message`, `code`, `type` and `version`, and that `code` repeats the
    /// status.
    private func requireRefusal(_ response: HTTPResponse, _ label: String) {
        let json = try? JSONValue(parsing: response.body).object
        check(
            json?.members.map(\.name).sorted() == ["code", "message", "type", "version"],
            "a refusal has Appwrite's members: \(label)")
        check(json?["code"]?.integer == Int64(response.status.code), "a refusal states its status: \(label)")
        check(json?["type"]?.string?.isEmpty == false, "a refusal states its type: \(label)")
    }

    /// Checks that Foundation reads accepted JSON queries in the same way, and that the session cookie's value is all
    /// of the text after its name.
    private func requireOneReading(of request: HTTPRequest) {
        for (name, value) in request.query.all where name.hasPrefix("queries") {
            // Foundation cannot read numbers beyond its own range.
            guard let query = try? AppwriteQuery(value),
                let other = (try? JSONSerialization.jsonObject(with: Data(value.utf8))) as? [String: Any]
            else { continue }
            check(other["method"] as? String == query.method, "a query has one method")
            check(other["attribute"] as? String ?? "" == query.attribute, "a query has one attribute")
            check((other["values"] as? [Any])?.count ?? 0 == query.values.count, "a query has one list of values")
        }
        let cookies = AppwriteCookies(project: "couple", publicURL: "https://sign-in.test")
        let values = request.headers["Cookie"].flatMap { field in
            field.utf8.split(separator: UInt8(ascii: ";")).compactMap { part -> String? in
                let text = part.drop { $0 == UInt8(ascii: " ") }
                let name = Array("a_session_couple=".utf8)
                return text.starts(with: name) ? String(decoding: text.dropFirst(name.count), as: UTF8.self) : nil
            }
        }
        if values.count == 1, !values[0].isEmpty {
            check(
                cookies.secret(in: request)?.exposed.utf8.elementsEqual(values[0].utf8) == true,
                "a cookie has one value")
        }
    }
}
