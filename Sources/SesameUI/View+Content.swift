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
        /// A field for a code that comes by a text or from an authenticator app: the system offers to fill it in.
        func oneTimeCode() -> some View {
            let field = textContentType(.oneTimeCode).autocorrectionDisabled()
            #if canImport(UIKit)
                return field.keyboardType(.numberPad)
            #else
                return field
            #endif
        }

        /// A field for a phone's number.
        func phoneNumber() -> some View {
            let field = textContentType(.telephoneNumber).autocorrectionDisabled()
            #if canImport(UIKit)
                return field.keyboardType(.phonePad)
            #else
                return field
            #endif
        }

        /// A field for the address that somebody signs in with: the system fills in what it has kept with the password.
        func accountName() -> some View {
            let field = textContentType(.username).autocorrectionDisabled()
            #if canImport(UIKit)
                return field.keyboardType(.emailAddress).textInputAutocapitalization(.never)
            #else
                return field
            #endif
        }

        /// A field for a password: the system fills in what it has kept, or makes a new one.
        func password(isNew: Bool) -> some View {
            textContentType(isNew ? .newPassword : .password)
        }

        /// A field that the system completes with what it knows about the person.
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
