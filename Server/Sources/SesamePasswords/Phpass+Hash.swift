import Crypto
import SesameAccounts

extension Phpass {
    /// Returns the full hash text for a password with this setting.
    func text(of password: [UInt8]) -> [UInt8] {
        var hash = Array(Insecure.MD5.hash(data: salt + password))
        for _ in 0..<1 << cost { hash = Array(Insecure.MD5.hash(data: hash + password)) }
        return text(ofHash: hash)
    }
}
