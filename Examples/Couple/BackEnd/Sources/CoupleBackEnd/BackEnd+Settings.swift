import Foundation
import SesameCore

extension BackEnd {
    /// The description of the environment variables that the back end reads.
    public static let settings = """
        SESAME_ISSUER               the server's publicURL, such as https://sign-in.example.com
        SESAME_ADMIN                the URL of its admin API, if it has an adminListen: http://127.0.0.1:8090
        SESAME_APP                  the app's name there; couple by default
        SESAME_ADMIN_KEY_FILE       a file with an admin key: sesame admin-keys create --scope profiles:write \
        --app couple …
        SESAME_WEBHOOK_SECRET_FILE  a file with the webhook's secret: sesame keys generate …
        COUPLE_JOURNAL              the file in which the couples are stored
        COUPLE_GIFTS_FILE           optional; a file of gift codes, one per line, each of at least 12 letters and digits
        PORT                        the port on this machine to listen on; 8085 by default
        """

    /// Creates a back end from the environment variables described in ``settings``. Throws if a required variable is
    /// missing, a value is invalid, or a file cannot be read or opened.
    public init(_ environment: [String: String]) throws {
        func setting(_ name: String) throws -> String {
            guard let value = environment[name], !value.isEmpty else { throw Misfit(description: "\(name) is not set") }
            return value
        }
        func content(_ name: String) throws -> String {
            try String(contentsOfFile: try setting(name), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let issuer = try setting("SESAME_ISSUER")
        let app = environment["SESAME_APP"] ?? "couple"
        guard let api = URL(string: "\(environment["SESAME_ADMIN"] ?? issuer)/admin/v1") else {
            throw Misfit(description: "SESAME_ADMIN, or else SESAME_ISSUER, must be a URL")
        }
        let gifts = environment["COUPLE_GIFTS_FILE"] == nil ? "" : try content("COUPLE_GIFTS_FILE")
        visitors = Visitors(issuer: issuer, keysAt: "\(issuer)/.well-known/jwks.json", app: app)
        profiles = Profiles(api: api, app: app, key: Secret(try content("SESAME_ADMIN_KEY_FILE")))
        webhookSecret = Secret(try content("SESAME_WEBHOOK_SECRET_FILE"))
        guard webhookSecret.exposed.utf8.count >= 32 else {
            throw Misfit(description: "the webhook's secret must have at least 32 characters, as on the server")
        }
        registry = try Registry(
            journal: try setting("COUPLE_JOURNAL"), gifts: gifts.split(whereSeparator: \.isNewline).map(String.init))
    }
}
