import Foundation
package import SesameCore
import SesameWire

extension JSONObject {
    /// Creates an object of the members in a notification's `userInfo`, as the system provides them. Values that are
    /// not JSON are skipped.
    package init(userInfo: [AnyHashable: Any]) {
        self.init()
        for (name, value) in userInfo {
            guard let name = name.base as? String, JSONSerialization.isValidJSONObject([value]),
                let data = try? JSONSerialization.data(withJSONObject: [value]),
                let json = try? JSONValue(parsing: Array(data)).array?.first
            else { continue }
            self[name] = json
        }
    }
}
