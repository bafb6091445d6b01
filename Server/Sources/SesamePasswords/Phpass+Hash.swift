import Crypto
import SesameAccounts

extension Phpass {
    /// Returns the password's complete hash text: the setting, which contains the cost and the salt, then the encoded
    /// hash.
    func text(of password: [UInt8]) -> [UInt8] {
        var hash = Array(Insecure.MD5.hash(data: salt + password))
        for _ in 0..<1 << cost { hash = Array(Insecure.MD5.hash(data: hash + password)) }
        return text(ofHash: hash)
    }
}
