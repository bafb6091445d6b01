package import SesameHTTP

extension HTTPResponse {
    /// The body, decoded as UTF-8.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// Returns the value of the page's hidden input with the given name; nil if there is none.
    package func hidden(_ name: String) -> String? {
        let marker = "name=\"\(name)\" value=\""
        guard let start = text.firstRange(of: marker) else { return nil }
        return text[start.upperBound...].split(separator: "\"", omittingEmptySubsequences: false).first.map(String.init)
    }
}
