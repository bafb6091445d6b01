import SesameCore
import SesameHTTP

/// The user's decision on the consent page: to continue with an account, or to cancel.
enum ConsentDecision: Sendable {
    case approve(AccountChoice, hidesEmail: Bool?)
    case deny

    /// The invalid part of the submitted form, which the page reports.
    enum FormError: Error {
        case email
        case name
        case form
    }

    init(_ form: QueryParameters) throws(FormError) {
        let hides: Bool? =
            switch form["sharing"].map({ Array($0.utf8) }) {
            case Array("hide".utf8): true
            case Array("share".utf8): false
            default: nil
            }
        if let text = form["user"] {
            guard let number = Int(text), 1...SubjectGenerator.maxNumber ~= number else { throw .form }
            self = .approve(.testUser(number), hidesEmail: hides)
            return
        }
        switch form["action"].map({ Array($0.utf8) }) {
        case Array("deny".utf8): self = .deny
        case Array("generate".utf8): self = .approve(.generated, hidesEmail: hides)
        case nil where form["email"] == nil: throw .form
        case nil, Array("add".utf8): self = .approve(.account(try Self.account(form)), hidesEmail: hides)
        default: throw .form
        }
    }

    private static func account(_ form: QueryParameters) throws(FormError) -> DevelopmentUsers.Account {
        let email = (form["email"] ?? "").trimmed
        let name = (form["name"] ?? "").trimmed
        guard isAddress(email) else { throw .email }
        guard name.utf8.count <= 100,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .name }
        return DevelopmentUsers.Account(email: email, name: name.isEmpty ? nil : name)
    }

    /// Returns true for at most 254 bytes of printable ASCII without spaces, with one at sign and text on both sides of
    /// the sign. A stricter check would refuse valid addresses.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
            && text.utf8.allSatisfy { 0x21...0x7e ~= $0 }
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
