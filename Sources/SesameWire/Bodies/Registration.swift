public import SesameCore

/// The body beside `account_not_found`: the way to register without another trip to the provider.
public struct RegistrationBody: WireBody {
    /// The ticket for `POST /v1/sign-up`, good once.
    public let ticket: Secret
    /// Seconds until the ticket can no longer be used.
    public let expiresIn: Int
    /// The provider's claims about the user, to fill the form with.
    public let prefill: Prefill

    /// Makes the body.
    public init(ticket: Secret, expiresIn: Int, prefill: Prefill) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.prefill = prefill
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        expiresIn = try json.integer("expiresIn")
        prefill = try Prefill(json: json.object("prefill"))
    }

    /// The body as it is sent.
    public var json: JSONObject {
        [
            "ticket": .string(ticket.exposed), "expiresIn": .number(JSONNumber(expiresIn)),
            "prefill": .object(prefill.json),
        ]
    }

    /// The provider's statements about the person.
    public struct Prefill: WireBody, Equatable {
        /// The e-mail address.
        public let email: String?
        /// The given name.
        public let givenName: String?
        /// The family name.
        public let familyName: String?
        /// The picture's address.
        public let photoURL: String?

        /// Makes the values.
        public init(email: String?, givenName: String?, familyName: String?, photoURL: String?) {
            self.email = email
            self.givenName = givenName
            self.familyName = familyName
            self.photoURL = photoURL
        }

        /// Reads the values.
        public init(json: JSONObject) throws(BodyError) {
            email = try json.optionalString("email")
            givenName = try json.optionalString("givenName")
            familyName = try json.optionalString("familyName")
            photoURL = try json.optionalString("photoURL")
        }

        /// The values as they are sent; absent ones are left out.
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
