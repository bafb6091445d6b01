public import Foundation
public import SesameCore

extension AuthError: LocalizedError {
    /// What went wrong, for people, in the language that they have chosen for the device: `localizedDescription` says it.
    public var errorDescription: String? { Texts().message(for: self) }
}
