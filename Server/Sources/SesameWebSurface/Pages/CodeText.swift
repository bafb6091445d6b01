import SesameAccounts
import SesameText

extension CodeText {
    /// Returns the title of the page shown after a user has stated that an account, or a change of its email address,
    /// is not theirs.
    static func disownedTitle(_ purpose: CodePurpose) -> Text {
        purpose == .changeEmail ? disownedChangeTitle : disownedAccountTitle
    }

    /// Returns the text below the title of the page shown after a user has stated that an account, or a change of its
    /// email address, is not theirs.
    static func disownedLead(_ purpose: CodePurpose) -> Text {
        purpose == .changeEmail ? disownedChangeLead : disownedAccountLead
    }

    /// Returns the page title for a code that has not been redeemed yet.
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

    /// Returns the label of the button that redeems the code.
    static func button(_ purpose: CodePurpose) -> Text {
        switch purpose {
        case .undoChange: undoChange
        case .undoMethod, .undoFactor: remove
        case .resetPassword: reset
        case .verify, .changeEmail, .signIn, .secondFactor: confirm
        }
    }

    /// Returns the title after the code has been redeemed.
    static func doneTitle(_ purpose: CodePurpose) -> Text {
        switch purpose {
        case .undoChange: changeUndone
        case .undoMethod: methodRemoved
        case .undoFactor: factorRemoved
        case .resetPassword: resetDone
        case .verify, .changeEmail, .signIn, .secondFactor: confirmed
        }
    }

    /// Returns the text about the next step after the code has been redeemed.
    static func doneLead(_ purpose: CodePurpose) -> Text {
        switch purpose {
        case .undoChange: changeUndoneLead
        case .undoMethod, .undoFactor: removedLead
        case .resetPassword: resetDoneLead
        case .verify, .changeEmail, .signIn, .secondFactor: confirmedLead
        }
    }
}
