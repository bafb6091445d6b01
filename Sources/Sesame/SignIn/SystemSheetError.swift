package import SesameCore

/// An error of a system sheet: the system's error code, or a sheet that could not be shown.
package enum SystemSheetError: Sendable {
    /// An `ASAuthorizationError` of Apple's sheet.
    case apple(Int)
    /// An `ASWebAuthenticationSessionError` of the browser sheet.
    case web(Int)
    /// A sheet that could not be shown.
    case notShown

    /// The error that the app receives.
    package var authError: AuthError {
        switch self {
        case .apple(1_001), .web(1): AuthError(.cancelled, "the user closed the sheet")
        case .apple(1_000):
            // Also the error without an Apple Account on the device. The system has already told the user about it.
            AuthError(
                .providerUnavailable, "Apple's sheet failed: check the device's Apple Account and the app's entitlement"
            )
        case .apple(1_005): AuthError(.providerUnavailable, "Apple's sheet is not allowed to be shown now")
        case .apple(let number): AuthError(.providerUnavailable, "Apple's sheet failed with error \(number)")
        case .web(2), .web(3), .notShown: AuthError(.internal, "there is no window to present the sheet in")
        case .web(let number): AuthError(.providerUnavailable, "the browser sheet failed with error \(number)")
        }
    }
}
