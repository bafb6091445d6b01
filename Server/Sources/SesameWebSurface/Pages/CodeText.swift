import SesameAccounts
import SesameText

extension CodeText {
    /// The title after somebody has said that an account, or a change, is not theirs.
    static func disownedTitle(_ purpose: CodePurpose) -> Text {
        purpose == .changeEmail ? disownedChangeTitle : disownedAccountTitle
    }

    /// Returns the text about the address after a no.
    static func disownedLead(_ purpose: CodePurpose) -> Text {
        purpose == .changeEmail ? disownedChangeLead : disownedAccountLead
    }

    /// The title before the button is pressed.
    static func title(_ purpose: CodePurpose) -> Text {
        switch purpose {
        case .undoChange: undoChangeTitle
        case .undoMethod: undoMethodTitle
        case .undoFactor: undoFactorTitle
        case .resetPassword: resetTitle
        case .verify, .changeEmail: confirmTitle
        case .signIn, .secondFactor: inAppTitle
        }
    }

    /// The button that uses the code.
    static func button(_ purpose: CodePurpose) -> Text {
        switch purpose {
        case .undoChange: undoChange
        case .undoMethod, .undoFactor: remove
        case .resetPassword: reset
        case .verify, .changeEmail, .signIn, .secondFactor: confirm
        }
    }

    /// The title afterwards.
    static func doneTitle(_ purpose: CodePurpose) -> Text {
        switch purpose {
        case .undoChange: changeUndone
        case .undoMethod: methodRemoved
        case .undoFactor: factorRemoved
        case .resetPassword: resetDone
        case .verify, .changeEmail, .signIn, .secondFactor: confirmed
        }
    }

    /// Returns the text about the next step.
    static func doneLead(_ purpose: CodePurpose) -> Text {
        switch purpose {
        case .undoChange: changeUndoneLead
        case .undoMethod, .undoFactor: removedLead
        case .resetPassword: resetDoneLead
        case .verify, .changeEmail, .signIn, .secondFactor: confirmedLead
        }
    }
}
