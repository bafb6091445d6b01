#if canImport(SwiftUI)
    import Sesame
    import SwiftUI

    #if canImport(UIKit)
        import UIKit

        typealias TextContent = UITextContentType
    #else
        import AppKit

        typealias TextContent = NSTextContentType
    #endif

    extension View {
        /// Marks a field for a code from a text message or an authenticator app; the system offers to fill it in.
        func oneTimeCode() -> some View {
            let field = textContentType(.oneTimeCode).autocorrectionDisabled()
            #if canImport(UIKit)
                return field.keyboardType(.numberPad)
            #else
                return field
            #endif
        }

        /// Marks a field for a phone number; the system offers the user's number and shows a phone keypad.
        func phoneNumber() -> some View {
            let field = textContentType(.telephoneNumber).autocorrectionDisabled()
            #if canImport(UIKit)
                return field.keyboardType(.phonePad)
            #else
                return field
            #endif
        }

        /// Marks a field for the address that a user signs in with; the system fills in the address saved with the
        /// password.
        func accountName() -> some View {
            let field = textContentType(.username).autocorrectionDisabled()
            #if canImport(UIKit)
                return field.keyboardType(.emailAddress).textInputAutocapitalization(.never)
            #else
                return field
            #endif
        }

        /// Marks a field for a password; the system fills in a saved password, or suggests a new password if `isNew` is
        /// true.
        func password(isNew: Bool) -> some View {
            textContentType(isNew ? .newPassword : .password)
        }

        /// Marks a registration field; the system offers to fill in the user's name or email address.
        func content(_ meaning: RegistrationField.Meaning) -> some View {
            let type: TextContent? =
                switch meaning {
                case .givenName: .givenName
                case .familyName: .familyName
                case .email: .emailAddress
                case .text: nil
                }
            let field = textContentType(type)
            #if canImport(UIKit)
                return field.keyboardType(meaning == .email ? .emailAddress : .default)
                    .textInputAutocapitalization(meaning == .email ? .never : nil)
            #else
                return field
            #endif
        }
    }
#endif
