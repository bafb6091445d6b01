/// A user as returned by `POST /auth/google` and the app's own back end.
public struct User: Sendable, Equatable {
    /// The account's id; nil if the response contains none.
    public var id: String?
    /// The email address; nil if the response contains none.
    public var email: String?
    /// The user's role; nil if it is missing or unknown to this version.
    public var role: UserType?
    /// The family name; nil if the response contains none.
    public var nom: String?
    /// The given name; nil if the response contains none.
    public var prenom: String?
    /// A short description of the user; nil if the response contains none.
    public var bio: String?
}

extension User: Decodable {
    private enum CodingKeys: CodingKey {
        case id, email, role, nom, prenom, bio
    }

    private struct Role: Decodable {
        var name: String
    }

    /// Decodes a user. The role may be `"ACTEUR"` or `{"name": "ACTEUR"}`, because servers send both forms.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decodeIfPresent(String.self, forKey: .id)
        email = try members.decodeIfPresent(String.self, forKey: .email)
        nom = try members.decodeIfPresent(String.self, forKey: .nom)
        prenom = try members.decodeIfPresent(String.self, forKey: .prenom)
        bio = try members.decodeIfPresent(String.self, forKey: .bio)
        let name =
            if let text = try? members.decodeIfPresent(String.self, forKey: .role) {
                text
            } else {
                try members.decodeIfPresent(Role.self, forKey: .role)?.name
            }
        role = name.flatMap(UserType.init)
    }
}
