public import Foundation
public import SesameCore

extension AuthError: LocalizedError {
    /// The error's message in the device's language, which `localizedDescription` returns.
    public var errorDescription: String? { Texts().message(for: self) }
}
