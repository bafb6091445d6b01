public import Foundation
public import SesameCore

extension AuthError: LocalizedError {
    /// The error in the language that the device's user has chosen: `localizedDescription` says it.
    public var errorDescription: String? { Texts().message(for: self) }
}
