/// What people are told when something does not go on: what happened, and what to do.
struct NoticeText: Sendable {
    static let startAgain = PageText("Recommencer", "Start again")
    static let backToAccount = PageText("Retour à mon compte", "Back to my account")

    static let tooMany = PageText("Patientez un instant, puis réessayez.", "Wait a moment, then try again.")

    let title: PageText
    let lead: PageText

    init(_ notice: SignInNotice) {
        (title, lead) =
            switch notice {
            case .cancelled:
                (
                    PageText("Connexion annulée", "Sign-in cancelled"),
                    PageText(
                        "Rien n’a été fait. Recommencez quand vous voulez.",
                        "Nothing was done. Start again when you like.")
                )
            case .providerUnavailable:
                (
                    PageText("Le service de connexion ne répond pas", "The sign-in service does not answer"),
                    PageText("Réessayez dans quelques minutes.", "Try again in a few minutes.")
                )
            case .refused:
                (
                    PageText("Connexion refusée", "Sign-in refused"),
                    PageText(
                        "Votre identité n’a pas pu être vérifiée. Recommencez.",
                        "Your identity could not be verified. Start again.")
                )
            case .expired:
                (
                    PageText("Cette connexion n’est plus valable", "This sign-in is no longer valid"),
                    PageText(
                        "Elle a déjà servi ou a duré trop longtemps. Recommencez.",
                        "It has already been used, or took too long. Start again.")
                )
            case .otherBrowser:
                (
                    PageText("Un autre navigateur a commencé cette connexion", "Another browser began this sign-in"),
                    PageText("Terminez-la là-bas, ou recommencez ici.", "Finish it there, or start again here.")
                )
            case .invalidRequest:
                (
                    PageText("Cette demande n’est pas valable", "This request is not valid"),
                    PageText("Revenez à l’application et recommencez.", "Go back to the app and start again.")
                )
            case .unknownApp:
                (
                    PageText("Application inconnue", "Unknown app"),
                    PageText("Choisissez une application de la liste.", "Choose an app from the list.")
                )
            case .redirectNotAllowed:
                (
                    PageText("Retour non autorisé", "Return not allowed"),
                    PageText(
                        "L’adresse de retour n’est pas une de celles de l’application. Signalez-le à son éditeur.",
                        "The return address is not one of the app’s. Tell its maker.")
                )
            case .roleMismatch:
                (
                    PageText("Votre compte a un autre rôle", "Your account has another role"),
                    PageText("Reconnectez-vous en choisissant votre rôle.", "Sign in again and choose your role.")
                )
            case .userDisabled:
                (
                    PageText("Compte désactivé", "Account disabled"),
                    PageText("Adressez-vous à l’éditeur de l’application.", "Ask the app’s maker.")
                )
            case .notOffered:
                (
                    PageText("Connexion non proposée", "Sign-in not offered"),
                    PageText("Choisissez une autre façon de vous connecter.", "Choose another way to sign in.")
                )
            case .fault:
                (
                    PageText("Une erreur de notre côté", "An error on our side"),
                    PageText("Réessayez dans un instant.", "Try again in a moment.")
                )
            case .formRefused:
                (
                    PageText("Ce formulaire ne vient pas de cette page", "This form is not from this page"),
                    PageText(
                        "Rien n’a été fait. Acceptez les cookies, rechargez la page et recommencez.",
                        "Nothing was done. Accept cookies, load the page again and start again.")
                )
            case .ticketExpired:
                (
                    PageText("Cette inscription n’est plus valable", "This registration is no longer valid"),
                    PageText(
                        "Elle a déjà été envoyée ou a duré trop longtemps. Connectez-vous à nouveau.",
                        "It has already been sent, or took too long. Sign in again.")
                )
            case .hasAccount:
                (
                    PageText("Vous avez déjà un compte", "You already have an account"),
                    PageText("Connectez-vous pour le retrouver.", "Sign in to find it.")
                )
            case .accountDeleted:
                (
                    PageText("Votre compte est supprimé", "Your account is deleted"),
                    PageText("Il n’en reste rien ici.", "Nothing of it is left here.")
                )
            case .accountDeletedWithConsentAtApple:
                (
                    PageText("Votre compte est supprimé", "Your account is deleted"),
                    PageText(
                        "Il n’en reste rien ici. Chez Apple, vous seul pouvez retirer votre accord\u{a0}: dans les "
                            + "réglages de votre appareil, ouvrez votre compte Apple, puis «\u{a0}Se connecter avec "
                            + "Apple\u{a0}».",
                        "Nothing of it is left here. At Apple, only you can take back your consent: in your device’s "
                            + "settings, open your Apple Account, then “Sign in with Apple”.")
                )
            case .otherPerson:
                (
                    PageText("Ce n’est pas le même compte", "This is not the same account"),
                    PageText(
                        "Rien n’a été fait. Pour confirmer, connectez-vous comme la première fois.",
                        "Nothing was done. To confirm, sign in with the account that you are signed in with here.")
                )
            case .notLinked:
                (
                    PageText("Rien n’a été ajouté", "Nothing was added"),
                    PageText(
                        "Votre compte a déjà une connexion de ce service, ou celle-ci est d’un compte désactivé.",
                        "Your account has a sign-in of this service already, or this one is of a disabled account.")
                )
            case .tooMany:
                (
                    PageText("Trop de tentatives", "Too many attempts"),
                    Self.tooMany
                )
            case .tooManyMessages:
                (
                    PageText("Trop de messages aujourd’hui", "Too many messages today"),
                    PageText(
                        "Utilisez un code déjà reçu, connectez-vous autrement, ou réessayez demain.",
                        "Use a code that you already have, sign in another way, or try again tomorrow.")
                )
            case .noTextsToCountry:
                (
                    PageText("Pas de SMS vers ce pays", "No text messages to this country"),
                    PageText(
                        "Utilisez un autre numéro, ou connectez-vous autrement.",
                        "Use another number, or sign in another way.")
                )
            case .pageNotFound:
                (
                    PageText("Cette page n’existe pas", "This page does not exist"),
                    PageText("Revenez au début.", "Go back to the start.")
                )
            }
    }
}
