import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The registration form of a person who came from a client.
struct PlainRegistrationForm {
    let app: App
    let ticket: Secret
    let next: String
    let role: String?
    /// What the fields hold, by name.
    let values: [String: String]
    let problem: String?

    /// What the provider stated, where the profile has a field of that meaning.
    static func prefill(_ claims: IdentityClaims, _ app: App) -> [String: String] {
        let known = [
            "nom": claims.familyName, "prenom": claims.givenName, "familyName": claims.familyName,
            "givenName": claims.givenName, "lastName": claims.familyName, "firstName": claims.givenName,
        ]
        return known.compactMapValues(\.self)
    }

    var response: HTTPResponse {
        let texts = PlainTexts(language: app.language)
        var fields = problem.map { "<p role=\"alert\">\(PlainPage.escaped($0))</p>" } ?? ""
        fields += hidden("app", app.id.description) + hidden("ticket", ticket.exposed) + hidden("next", next)
        if !app.roles.isEmpty { fields += "<fieldset><legend>\(texts.role)</legend>\(roles)</fieldset>" }
        for name in app.profile.all { fields += field(name) }
        let form = """
            <form method="post" action="\(PlainPages.registrationPath)">\(fields)
            <p><button>\(texts.create)</button></p></form>
            """
        return PlainPage(language: texts.language, title: texts.registration, body: form)
            .response(status: problem == nil ? .ok : .unprocessableEntity)
    }

    private var roles: String {
        app.roles.map { name in
            let isChosen = role?.hasSameBytes(as: name) == true
            return """
                <p><label><input type="radio" name="role" value="\(PlainPage.escaped(name))" required\
                \(isChosen ? " checked" : "")> \(PlainPage.escaped(name))</label></p>
                """
        }.joined()
    }

    private func field(_ name: String) -> String {
        let isRequired = app.profile.required.contains(where: name.hasSameBytes)
        let name = PlainPage.escaped(name)
        return """
            <p><label>\(name) <input name="profile.\(name)" maxlength="500"\
             value="\(PlainPage.escaped(values[name] ?? ""))"\(isRequired ? " required" : "")></label></p>
            """
    }

    private func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(PlainPage.escaped(value))\">"
    }
}
