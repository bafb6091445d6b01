import Foundation
package import SesameCore
import SesameWire

extension JSONObject {
    /// The members that a notification's sender has sent along, as the system gives them. Those that are no JSON are left
    /// out.
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
