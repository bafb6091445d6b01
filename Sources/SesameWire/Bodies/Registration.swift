public import SesameCore

/// The body sent with `account_not_found`, for a registration without another sign-in at the provider.
public struct RegistrationBody: WireBody {
    /// The ticket for `POST /v1/sign-up`. It can be used once.
    public let ticket: Secret
    /// The seconds until the ticket expires.
    public let expiresIn: Int
    /// The provider's claims about the user, to fill in the form.
    public let prefill: Prefill

    /// Creates the body of an `account_not_found` error.
    public init(ticket: Secret, expiresIn: Int, prefill: Prefill) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.prefill = prefill
    }

    /// Parses the body; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        expiresIn = try json.integer("expiresIn")
        prefill = try Prefill(json: json.object("prefill"))
    }

    /// The body as a JSON object, with the ticket in plain text.
    public var json: JSONObject {
        [
            "ticket": .string(ticket.exposed), "expiresIn": .number(JSONNumber(expiresIn)),
            "prefill": .object(prefill.json),
        ]
    }

    /// The provider's claims about the user, as initial values of a registration form.
    public struct Prefill: WireBody, Equatable {
        /// The email address in the claims; nil if the provider reports none.
        public let email: String?
        /// The given name in the claims; nil if unknown.
        public let givenName: String?
        /// The family name in the claims; nil if unknown.
        public let familyName: String?
        /// The URL of the user's picture at the provider; nil if unknown.
        public let photoURL: String?

        /// Creates the initial values; nil leaves a form field empty.
        public init(email: String?, givenName: String?, familyName: String?, photoURL: String?) {
            self.email = email
            self.givenName = givenName
            self.familyName = familyName
            self.photoURL = photoURL
        }

        /// Parses the claims, which are all optional.
        public init(json: JSONObject) throws(BodyError) {
            email = try json.optionalString("email")
            givenName = try json.optionalString("givenName")
            familyName = try json.optionalString("familyName")
            photoURL = try json.optionalString("photoURL")
        }

        /// The claims as a JSON object; absent ones are left out.
        public var json: JSONObject {
            var json: JSONObject = [:]
            json.set("email", email)
            json.set("givenName", givenName)
            json.set("familyName", familyName)
            json.set("photoURL", photoURL)
            return json
        }
    }
}
