import Foundation
import Sesame
import SesameCore
import SesameWire

extension AppwriteResponseDecoder {
    /// Returns the secret of the session that the response created; nil if there is none. Only requests with an API key
    /// receive it in the body; other clients find it in a cookie or, without cookies, in `X-Fallback-Cookies`.
    func sessionSecret(of project: String) -> Secret? {
        if let secret = (try? object())?["secret"]?.string, !secret.isEmpty { return Secret(secret) }
        let names = ["a_session_\(project)", "a_session_\(project)_legacy"]
        if let header = response.headers["set-cookie"] {
            for name in names {
                if let value = Self.cookie(name, in: header) { return Secret(value) }
            }
        }
        let fallback = response.headers["x-fallback-cookies"].flatMap { text in
            (try? JSONValue(parsing: Array(text.utf8), limits: .default))?.object
        }
        return names.lazy.compactMap { fallback?[$0]?.string }.first { !$0.isEmpty }.map { Secret($0) }
    }

    /// Returns a cookie's value; nil if it is missing or empty. The system joins several `Set-Cookie` fields by commas,
    /// which also occur in dates. A cookie begins at the start or after a comma, and ends with a semicolon or comma.
    private static func cookie(_ name: String, in header: String) -> String? {
        for part in header.utf8.split(separator: UInt8(ascii: ",")) {
            let pair = part.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: ";") }
            guard pair.starts(with: "\(name)=".utf8), let value = String(pair.dropFirst(name.utf8.count + 1)) else {
                continue
            }
            // The value is base64 with percent escapes, because a cookie does not allow its padding.
            if let decoded = value.removingPercentEncoding, !decoded.isEmpty { return decoded }
        }
        return nil
    }
}
