import Foundation
import SesameCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The fields of a profile that this back end writes.
struct ProfileFields: Encodable, Equatable {
    /// The code that the user offers to a partner; empty for none.
    var partnerCode: String
    /// The partner's account id; empty for none.
    var partnerId: String
    /// True if a gift code has made the user a subscriber.
    var isSubscribed: Bool
}

/// A client that changes user profiles at Sesame with an admin key of the scope `profiles:write`.
struct Profiles: Sendable {
    /// The admin API's URL, such as `http://127.0.0.1:8090/admin/v1`.
    let api: URL
    /// The app's id in Sesame's configuration, such as `couple`.
    let app: String
    let key: Secret

    /// Checks that Sesame responds and that the key may write the app's profiles; throws otherwise. Without the check,
    /// a misspelled app name would look like deleted users.
    func check() async throws {
        let key: KeyBody = try await answer("keys/current")
        let apps: AppsBody = try await answer("apps")
        guard key.scopes.contains("profiles:write"), apps.apps.contains(where: { $0.id == app }) else {
            throw Misfit(description: "the admin key needs the scope profiles:write for an app '\(app)'")
        }
    }

    private func answer<Body: Decodable>(_ path: String) async throws -> Body {
        let (status, body) = try await send(URLRequest(url: api.appendingPathComponent(path)))
        guard status == 200 else { throw Misfit(description: "\(api) responds with \(status)") }
        return try JSONDecoder().decode(Body.self, from: body)
    }

    /// The outcome of an attempt to write a profile.
    enum Outcome {
        case written
        /// The account no longer exists.
        case gone
        /// Sesame refused the fields, for example because the profile would be too large with them.
        case refused
    }

    /// Sends an empty profile change, and returns false if Sesame responds that the account does not exist. Throws
    /// `unavailable` if Sesame does not respond or fails.
    func exists(_ uid: String) async throws(Problem) -> Bool {
        try await change([String: String](), of: uid) != .gone
    }

    /// Writes a user's fields. The call is idempotent. Throws `unavailable` if Sesame does not respond or fails.
    func write(_ fields: ProfileFields, of uid: String) async throws(Problem) -> Outcome {
        try await change(fields, of: uid)
    }

    private func change(_ fields: some Encodable, of uid: String) async throws(Problem) -> Outcome {
        var request = URLRequest(url: api.appendingPathComponent("apps/\(app)/users/\(uid)/profile"))
        request.httpMethod = "PATCH"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        do {
            request.httpBody = try JSONEncoder().encode(["fields": fields])
            let (status, body) = try await send(request)
            if status == 200 { return .written }
            let code = try? JSONDecoder().decode(ErrorBody.self, from: body).error.code
            // The code shows that the 404 comes from Sesame, not from a proxy in between.
            if status == 404, code == "not_found" { return .gone }
            FileHandle.standardError.write(Data("Sesame responds with \(status) to a profile change\n".utf8))
            if status == 400 || status == 409 { return .refused }
        } catch {
            FileHandle.standardError.write(Data("Sesame does not respond\n".utf8))
        }
        throw .unavailable
    }

    private func send(_ request: URLRequest) async throws -> (status: Int, body: Data) {
        var request = request
        request.timeoutInterval = 10
        request.setValue("Bearer \(key.exposed)", forHTTPHeaderField: "Authorization")
        let (body, answer) = try await URLSession.shared.data(for: request)
        return ((answer as? HTTPURLResponse)?.statusCode ?? 0, body)
    }
}

private struct ErrorBody: Decodable {
    struct Refusal: Decodable {
        let code: String
    }

    let error: Refusal
}

private struct KeyBody: Decodable {
    let scopes: [String]
}

private struct AppsBody: Decodable {
    let apps: [AppBody]
}

private struct AppBody: Decodable {
    let id: String
}
