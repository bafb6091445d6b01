package import SesameCore

/// An error of a system's sheet, by its number.
package enum SystemSheetError: Sendable {
    /// `ASAuthorizationError`: Apple's sheet.
    case apple(Int)
    /// `ASWebAuthenticationSessionError`: the sheet with a browser in it.
    case web(Int)
    /// The sheet could not be shown at all.
    case notShown

    /// The error for the app.
    package var authError: AuthError {
        switch self {
        case .apple(1_001), .web(1): AuthError(.cancelled, "the person closed the sheet")
        case .apple(1_000):
            // Also without an Apple Account on the device, about which the system has told the person by then.
            AuthError(
                .providerUnavailable, "Apple's sheet fails: is the device signed in, and the app entitled to it?")
        case .apple(1_005): AuthError(.providerUnavailable, "Apple's sheet may not be shown now")
        case .apple(let number): AuthError(.providerUnavailable, "Apple's sheet fails with \(number)")
        case .web(2), .web(3), .notShown: AuthError(.internal, "there is no window to show the sheet over")
        case .web(let number): AuthError(.providerUnavailable, "the browser's sheet fails with \(number)")
        }
    }
}
