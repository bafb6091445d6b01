import SesameAccounts
import SesameHTTP
import SesameText

extension WebPages {
    /// Returns a password input, with the error of the previous attempt. No page repeats a password.
    ///
    /// - Parameter notes: Markup below the input that describes it, by id.
    static func passwordInput(
        _ label: String, _ problem: String?, completion: String, notes: [(id: String, markup: Markup)] = []
    ) -> Markup {
        let error: Markup =
            problem.map { "<p class=\"error\" id=\"password-error\" role=\"alert\">\($0)</p>" } ?? ""
        let ids = (problem == nil ? [] : ["password-error"]) + notes.map(\.id)
        let invalid: Markup = problem == nil ? "" : " aria-invalid=\"true\""
        let described: Markup = ids.isEmpty ? "" : " aria-describedby=\"\(ids.joined(separator: " "))\""
        return """
            <label for="password">\(label)</label>\
            <input type="password" id="password" name="password" autocomplete="\(completion)" required\(invalid)\
            \(described)>\(error)\(notes.map(\.markup))
            """
    }

    /// Returns an input for a new password, with the password rules and the strength of the previously entered
    /// password.
    static func newPasswordInput(
        _ label: Text, problem: Text?, strength: PasswordStrength?, minimum: Int?, _ language: Language
    ) -> Markup {
        let rules = PasswordText.rules("\(minimum ?? PasswordPolicy.lowestMinLength)")[language]
        var notes: [(id: String, markup: Markup)] = [
            ("password-rules", "<p class=\"hint\" id=\"password-rules\">\(rules)</p>")
        ]
        if let strength {
            let (title, name) = (PasswordText.strength[language], PasswordText.name(of: strength)[language])
            let meter: Markup = """
                <p class="hint" id="password-strength">\(title) \
                <meter min="0" max="3" low="2" high="3" optimum="3" value="\(strength.rawValue)" aria-label="\(title)" \
                aria-valuetext="\(name)"></meter> \(name)</p>
                """
            notes.insert(("password-strength", meter), at: 0)
        }
        return passwordInput(label[language], problem?[language], completion: "new-password", notes: notes)
    }
}
