// Made by scripts/texts from the files in Texts: change those, then run it.

import SesameText

/// Texts of the sign-in pages.
enum SignInText {
    static let homeTitle = Text("Choose an app", "Choisissez une application")
    static let homeLead = Text("Each app has accounts of its own.", "Chaque application a ses propres comptes.")
    static let title = Text("Create a secure account", "Créez un compte sécurisé")
    static let lead = Text("Sign in or sign up to continue in", "Connectez-vous ou inscrivez-vous pour continuer dans")
    static let nothing = Text(
        "This app does not offer sign-in in a browser yet.",
        "Cette application n’offre pas encore de connexion dans un navigateur.")
    static let guest = Text("Continue as a guest", "Continuer en tant qu’invité")
    static let role = Text("You are", "Vous êtes")
    static let account = Text("My account", "Mon compte")
    static let development = Text("Development", "Développement")
    static func button(_ part1: some TextPart) -> Text {
        Text("Sign in with \(part1[.english])", "Continuer avec \(part1[.french])")
    }
    static func onwards(_ part1: some TextPart) -> Text {
        Text("Continue at \(part1[.english])", "La suite se passe chez \(part1[.french])")
    }
    static func onwardsLead(_ part1: some TextPart) -> Text {
        Text("\(part1[.english])’s page opens.", "La page de \(part1[.french]) s’ouvre.")
    }
}

/// Texts of the registration form.
enum RegisterText {
    static let roleTitle = Text("What is your role?", "Quel est votre rôle\u{a0}?")
    static let roleLead = Text("It decides what the app offers you.", "Il décide de ce que l’application vous propose.")
    static let profileTitle = Text("Tell us about yourself", "Parlez-nous de vous")
    static let profileLead = Text("Check what is already filled in.", "Vérifiez ce qui est déjà rempli.")
    static let confirmTitle = Text("Is everything right?", "Tout est correct\u{a0}?")
    static let confirmLead = Text(
        "Your account is created when you confirm.", "Votre compte est créé quand vous confirmez.")
    static let step = Text("Step", "Étape")
    /// Word between two numbers, after page.register.step: “Step 1 of 3”.
    static let of = Text("of", "sur")
    static let next = Text("Continue", "Continuer")
    static let back = Text("Back", "Retour")
    static let create = Text("Create my account", "Créer mon compte")
    static let roleMissing = Text("Choose a role.", "Choisissez un rôle.")
    static let required = Text("This field is required.", "Ce champ est obligatoire.")
    static let optional = Text("optional", "facultatif")
    static let role = Text("Role", "Rôle")
    static let doneTitle = Text("Your account was created", "Votre compte est créé")
    static let doneLead = Text("Taking you back to the app.", "Nous vous ramenons à l’application.")
}

/// Texts of the pages for an email address and a password.
enum PasswordText {
    static let email = Text("Email address", "Adresse e-mail")
    static let password = Text("Password", "Mot de passe")
    static let signIn = Text("Sign in", "Se connecter")
    static let signedIn = Text("You are signed in", "Vous êtes connecté")
    static let register = Text("Create an account with an address", "Créer un compte avec une adresse")
    static let registerTitle = Text("Create your account", "Créez votre compte")
    static let registerLead = Text(
        "A few words make a good password.", "Une phrase de quelques mots fait un bon mot de passe.")
    static let forgotten = Text("Forgot password?", "Mot de passe oublié\u{a0}?")
    static let forgottenLead = Text(
        "We will email you a link to choose a new password.", "Nous vous envoyons un lien pour en choisir un autre.")
    static let send = Text("Send link", "Envoyer le lien")
    static let sentTitle = Text("Check your email", "Regardez vos messages")
    static let sentLead = Text(
        "If there is an account with this address, we sent a link to it. It is valid for an hour.",
        "Si un compte a cette adresse, un lien vient de lui être envoyé. Il est valable une heure.")
    static let back = Text("Back to sign-in", "Retour à la connexion")
    static let noAddress = Text("Enter a valid email address.", "Ce n’est pas une adresse e-mail.")
    static let strength = Text("Strength of that password:", "Robustesse de ce mot de passe\u{a0}:")
    static let wrong = Text(
        "Incorrect email or password.", "L’adresse ou le mot de passe est incorrect. Vérifiez les deux.")
    static let inUse = Text(
        "This address already has an account. Sign in, or choose “Forgot password?”.",
        "Cette adresse a déjà un compte. Connectez-vous, ou choisissez un autre mot de passe par «\u{a0}Mot de passe oublié\u{a0}»."
    )
    static let wrongPassword = Text("Incorrect password.", "Le mot de passe est incorrect.")
    static let weak = Text("weak", "faible")
    static let fair = Text("fair", "correcte")
    static let strong = Text("strong", "élevée")
    static let personal = Text(
        "This password contains your address or name, or is the app’s name. Choose another one.",
        "Ce mot de passe contient votre adresse ou votre nom, ou est le nom de l’application. Choisissez-en un autre.")
    static let pattern = Text(
        "This password follows a pattern, such as a row of keys, a date or a repetition. Try four random words.",
        "Ce mot de passe suit un motif, comme une suite de touches, une date ou une répétition. Essayez quatre mots au hasard."
    )
    static let common = Text(
        "This password is too common. Try four random words.",
        "Ce mot de passe est l’un des premiers que l’on devinerait. Essayez quatre mots au hasard.")
    static let length = Text(
        "Enter a password of at most 1,024 bytes.", "Saisissez un mot de passe, de 1\u{a0}024 octets au plus.")
    static func rules(_ part1: some TextPart) -> Text {
        Text(
            "At least \(part1[.english]) characters. Four random words make a strong password. Avoid your name, your address and sequences such as 12345.",
            "Au moins \(part1[.french]) caractères. Quatre mots pris au hasard font un mot de passe robuste. Évitez votre nom, votre adresse et les suites comme 12345."
        )
    }
    static func short(_ part1: some TextPart) -> Text {
        Text(
            "This password is too short. Use at least \(part1[.english]) characters.",
            "Ce mot de passe est trop court. Utilisez au moins \(part1[.french]) caractères.")
    }
}

/// Texts of the pages that links in emails open.
enum CodeText {
    static let password = Text("New password", "Nouveau mot de passe")
    static let expiredTitle = Text("This link is no longer valid", "Ce lien n’est plus valable")
    static let expiredLead = Text(
        "It was used or replaced, or it has expired. Request a new one.",
        "Il a déjà servi, un plus récent l’a remplacé, ou il est trop ancien. Demandez-en un autre.")
    static let inAppTitle = Text("Open this link in the app", "Ouvrez ce lien dans l’application")
    static let inAppLead = Text(
        "Open it on the device that has the app.", "Ouvrez-le sur l’appareil où l’application est installée.")
    static let back = Text("Back to the app", "Revenir à l’application")
    static let wrong = Text("Incorrect password.", "Mot de passe incorrect.")
    static let question = Text(
        "Did you create this account? If you say no, nobody else will be able to use it with your email address.",
        "Avez-vous créé ce compte ? Si vous répondez non, personne d’autre ne pourra s’en servir avec votre adresse.")
    static let ownPassword = Text("Password of the account", "Mot de passe du compte")
    static let yes = Text("Yes, confirm", "Oui, confirmer")
    static let no = Text("No, I didn’t", "Non, ce n’était pas moi")
    static let disownedChangeTitle = Text("Nothing was changed", "Rien n’a changé")
    static let disownedAccountTitle = Text(
        "Nobody else can use your email address", "Personne d’autre ne peut utiliser votre adresse")
    static let disownedChangeLead = Text(
        "Your email address was not added to the account.", "Votre adresse n’a pas été ajoutée au compte.")
    static let disownedAccountLead = Text(
        "The account that was created with it is closed to its creator. To use the app yourself, choose a new password or request a sign-in link.",
        "La personne qui a créé un compte avec elle n’y a plus accès. Pour utiliser l’application, choisissez un nouveau mot de passe ou demandez un lien."
    )
    static let undoChangeTitle = Text("Undo the email change", "Annulez le changement d’adresse")
    static let undoMethodTitle = Text("Remove the sign-in method", "Retirez le moyen de connexion")
    static let undoFactorTitle = Text("Remove the second factor", "Retirez le second facteur")
    static let resetTitle = Text("Choose a new password", "Choisissez un nouveau mot de passe")
    static let confirmTitle = Text("Confirm your address", "Confirmez votre adresse")
    static let undoChange = Text("Undo the change", "Annuler le changement")
    static let remove = Text("Remove it", "Retirer")
    static let reset = Text("Change the password", "Changer le mot de passe")
    static let confirm = Text("Confirm", "Confirmer")
    static let changeUndone = Text("Your email address was restored", "Votre adresse a été rétablie")
    static let methodRemoved = Text("The sign-in method was removed", "Le moyen de connexion a été retiré")
    static let factorRemoved = Text("The second factor was removed", "Le second facteur a été retiré")
    static let resetDone = Text("Your password is changed", "Votre mot de passe est changé")
    static let confirmed = Text("Your address is confirmed", "Votre adresse est confirmée")
    static let changeUndoneLead = Text(
        "You are signed out everywhere. Choose a new password to sign in.",
        "Vous êtes déconnecté partout. Choisissez un nouveau mot de passe pour vous connecter.")
    static let removedLead = Text(
        "You are signed out everywhere. If you sign in with a password, choose a new one.",
        "Vous êtes déconnecté partout. Si vous vous connectez avec un mot de passe, choisissez-en un nouveau.")
    static let resetDoneLead = Text(
        "You are signed out everywhere. Sign in with the new password.",
        "Vous êtes déconnecté partout. Connectez-vous avec le nouveau mot de passe.")
    static let confirmedLead = Text("You can go back to the app.", "Vous pouvez revenir à l’application.")
}

/// Texts about second factors.
enum FactorText {
    static let title = Text("Two-step verification", "Encore une preuve")
    static let lead = Text(
        "Enter a code from your authenticator app or a text message, or a recovery code.",
        "Entrez le code de votre application d’authentification, celui d’un SMS, ou un code de secours.")
    static let code = Text("Code", "Code")
    static let wrong = Text("This code is incorrect or has expired.", "Ce code est faux, déjà utilisé ou trop ancien.")
    static let next = Text("Continue", "Continuer")
    static let send = Text("Send a code to", "Envoyer un code au")
    static let sent = Text("A code was sent.", "Un code a été envoyé.")
    static let heading = Text("Two-step verification", "Seconds facteurs")
    static let addApp = Text("Add an authenticator app", "Ajouter une application d’authentification")
    static let addPhone = Text("Add this phone", "Ajouter ce téléphone")
    static let number = Text("Phone number", "Numéro de téléphone")
    static let makeCodes = Text("Create recovery codes", "Créer des codes de secours")
    static let appLead = Text(
        "Scan this code with your authenticator app, or enter the key. Then enter the code that the app shows.",
        "Scannez ce code avec votre application d’authentification ou donnez-lui la clé, puis entrez les chiffres qu’elle montre."
    )
    static let appAgain = Text(
        "Enter the code that your authenticator app shows now.",
        "Entrez les chiffres que votre application d’authentification montre maintenant.")
    static let picture = Text("Code to scan with the app", "Code à scanner avec l’application")
    static let secret = Text("Key", "Clé")
    static let openApp = Text("Open in the app", "Ouvrir dans l’application")
    static let codesTitle = Text("Your recovery codes", "Vos codes de secours")
    static let codesLead = Text(
        "Save these codes. Each works once instead of a verification code. You won’t see them again.",
        "Notez-les en lieu sûr\u{a0}: chacun sert une fois à la place du second facteur, et ils ne seront plus montrés."
    )
    static let doneTitle = Text("You are signed in", "Vous êtes connecté")
    static let doneLead = Text("Taking you back to the app.", "Vous retournez à l’application.")
    static let app = Text("Authenticator app", "Application d’authentification")
    static let phone = Text("Phone", "Téléphone")
}

/// Texts about sign-in methods, and about the merge of two accounts.
enum LinkText {
    static let heading = Text("Sign-in methods", "Mes connexions")
    static let none = Text(
        "None. Add one so that you can come back to this account.",
        "Aucune. Ajoutez-en une pour retrouver ce compte plus tard.")
    static let remove = Text("Remove", "Retirer")
    static let conflictTitle = Text("You already have another account", "Vous avez déjà un autre compte")
    static let merge = Text("Merge both accounts", "Réunir les deux comptes")
    static let enter = Text("Switch to the other account", "Passer à l’autre compte")
    static let enterHint = Text(
        "This account stays as it is. Without a sign-in method of its own, you can’t come back to it.",
        "Ce compte reste comme il est. Sans connexion à lui, vous ne pourrez plus y revenir.")
    static let keep = Text("Stay with this account", "Garder ce compte")
    static let keepHint = Text("Nothing changes.", "Rien ne change.")
    static let undo = Text("Undo merge", "Séparer les deux comptes")
    static func undoHint(_ part1: some TextPart) -> Text {
        Text(
            "You merged two accounts. You can undo this until \(part1[.english]).",
            "Vous avez réuni deux comptes. Jusqu’au \(part1[.french]), vous pouvez revenir en arrière.")
    }
    static func add(_ part1: some TextPart) -> Text {
        Text("Add \(part1[.english])", "Ajouter \(part1[.french])")
    }
    static func conflictLead(_ part1: some TextPart) -> Text {
        Text(
            "This sign-in method belongs to another account\(part1[.english]). What would you like to do?",
            "Cette connexion est celle d’un autre compte\(part1[.french]). Que voulez-vous faire\u{a0}?")
    }
    static let mergeHint = Text(
        "You keep all sign-in methods and your data. Your other devices have to sign in again.",
        "Toutes vos connexions et vos données restent. Vos autres appareils se reconnecteront.")
    static func mergeDifferences(_ part1: some TextPart) -> Text {
        Text(
            "Different values, of which one stays: \(part1[.english]).",
            "Valeurs différentes, dont une seule reste\u{a0}: \(part1[.french]).")
    }
}

/// Texts of the account page.
enum AccountText {
    static let title = Text("My account", "Mon compte")
    static let about = Text("About you", "Qui suis-je")
    static let app = Text("App", "Application")
    static let identifier = Text("User ID", "Identifiant")
    static let name = Text("Name", "Nom affiché")
    static let email = Text("Email", "E-mail")
    static let pseudonymous = Text(
        "This app knows you by a pseudonym, and stores neither your name nor your email address. A pseudonym is still personal data: you can delete it with your account.",
        "Cette application vous connaît par un pseudonyme, et ne garde ni votre nom ni votre adresse e-mail. Un pseudonyme reste une donnée personnelle\u{a0}: vous pouvez le supprimer avec votre compte."
    )
    static let providers = Text("Sign-in", "Connexion")
    static let guest = Text("Guest", "Invité")
    static let role = Text("Role", "Rôle")
    static let sessions = Text("My sessions", "Mes sessions")
    static let current = Text("This session", "Cette session")
    static let other = Text("Session", "Session")
    static let since = Text("since", "depuis le")
    static let end = Text("End", "Terminer")
    static let endOthers = Text("End all others", "Terminer toutes les autres")
    static let data = Text("My data", "Mes données")
    static let dataLead = Text(
        "All data stored about you, as a JSON file.", "Tout ce qui est conservé sur vous, dans un fichier JSON.")
    static let download = Text("Download my data", "Télécharger mes données")
    static let signOut = Text("Sign out", "Se déconnecter")
    static let delete = Text("Delete my account", "Supprimer mon compte")
    static let deleteTitle = Text("Delete your account?", "Supprimer votre compte\u{a0}?")
    static let deleteLead = Text(
        "Your account and everything in it will be deleted at once. You can’t undo this.",
        "Le compte et tout ce qui lui appartient disparaissent tout de suite, et pour toujours.")
    static let deleteConfirm = Text("Delete permanently", "Supprimer pour toujours")
    static let keep = Text("Keep my account", "Garder mon compte")
    static let stepUp = Text(
        "You last signed in more than five minutes ago. Sign in again to delete the account, download your data or end other sessions.",
        "Votre dernière connexion date de plus de cinq minutes. Pour supprimer le compte, télécharger vos données ou terminer d’autres sessions, connectez-vous à nouveau."
    )
    static let confirmTitle = Text("Confirm it’s you", "Confirmez que c’est vous")
    static let signInAgain = Text("Sign in again", "Se connecter à nouveau")
    static let password = Text("Password", "Mot de passe")
    static let emailLink = Text("Email link", "Lien par e-mail")
    static let phone = Text("Phone", "Téléphone")
    static let custom = Text("App", "Application")
}

/// Texts about profiles and the onboarding.
enum ProfileText {
    static let heading = Text("My profile", "Mon profil")
    static let empty = Text("There is nothing here yet.", "Rien n’y est encore.")
    static let edit = Text("Edit my profile", "Modifier mon profil")
    static let save = Text("Save", "Enregistrer")
    static let finish = Text("Save and finish", "Enregistrer et terminer")
    static let onboarding = Text("Onboarding", "Inscription")
    static let step = Text("Step", "Étape")
    static let notStarted = Text("Not started yet", "Pas encore commencée")
    static let inProgress = Text("In progress", "En cours")
    static let completed = Text("Completed", "Terminée")
    static let yes = Text("Yes", "Oui")
    static let no = Text("No", "Non")
    static let onePerLine = Text("one per line", "un par ligne")
    static let invalid = Text("This value does not fit.", "Cette valeur ne convient pas.")
    static let stale = Text(
        "Your profile was changed elsewhere. Check it, then try again.",
        "Votre profil a changé ailleurs entre-temps. Vérifiez ce qu’il est devenu, puis recommencez.")
    static let refused = Text(
        "Nothing was saved. Correct the marked fields.", "Rien n’a été enregistré. Corrigez ce qui est indiqué.")
    static let stepRefused = Text(
        "Nothing was saved: complete the current step first.",
        "Rien n’a été enregistré\u{a0}: cette étape ne peut pas suivre celle où vous êtes.")
    static func needs(_ part1: some TextPart) -> Text {
        Text(
            "To fill in your profile, add a sign-in method: \(part1[.english]).",
            "Pour remplir votre profil, ajoutez une connexion\u{a0}: \(part1[.french]).")
    }
    static func inProgressAt(_ part1: some TextPart) -> Text {
        Text("In progress: \(part1[.english])", "En cours\u{a0}: \(part1[.french])")
    }
    static func progress(_ part1: some TextPart) -> Text {
        Text("Onboarding: \(part1[.english])", "Inscription\u{a0}: \(part1[.french])")
    }
}

/// Texts about devices that receive push notifications.
enum DeviceText {
    static let heading = Text("My devices", "Mes appareils")
    static let lead = Text("These devices get notifications.", "Les notifications arrivent sur ces appareils.")
    static let none = Text("No device gets notifications.", "Aucun appareil ne reçoit de notifications.")
    static let current = Text("This device", "Cet appareil")
    static let seen = Text("last seen", "vu le")
    static let remove = Text("Remove", "Retirer")
    static let apple = Text("iPhone or iPad", "iPhone ou iPad")
    static let mac = Text("Mac", "Mac")
    static let android = Text("Android device", "Appareil Android")
    static let browser = Text("Browser", "Navigateur")
    static let device = Text("Device", "Appareil")
}

/// Short descriptions of an account’s events.
enum ActivityText {
    static let heading = Text("Recent activity", "Activité récente")
    static let none = Text("Nothing has happened lately.", "Rien ne s’est passé ces derniers temps.")
    static let current = Text("this session", "cette session")
    static let byOperator = Text("by the app’s operator", "par l’exploitant de l’application")
    static let network = Text("from the network", "depuis le réseau")
    static let accountCreated = Text("Account created", "Compte créé")
    static let signedIn = Text("Signed in", "Connexion")
    static let signedOut = Text("Signed out", "Déconnexion")
    static let confirmed = Text("Identity confirmed", "Identité confirmée")
    static let identityLinked = Text("Sign-in method added", "Moyen de connexion ajouté")
    static let identityUnlinked = Text("Sign-in method removed", "Moyen de connexion retiré")
    static let loginAdded = Text("Address or number added", "Adresse ou numéro ajouté")
    static let loginRemoved = Text("Address or number removed", "Adresse ou numéro retiré")
    static let loginVerified = Text("Address or number confirmed", "Adresse ou numéro confirmé")
    static let secondFactorRequired = Text("Second factor required", "Second facteur demandé")
    static let secondFactorAdded = Text("Second factor added", "Second facteur ajouté")
    static let secondFactorRemoved = Text("Second factor removed", "Second facteur retiré")
    static let recoveryCodesMade = Text("Recovery codes created", "Codes de secours créés")
    static let recoveryCodeUsed = Text("Recovery code used", "Code de secours utilisé")
    static let passwordChanged = Text("Password changed", "Mot de passe changé")
    static let linkConflicted = Text(
        "Sign-in method belongs to another account", "Moyen de connexion déjà pris par un autre compte")
    static let accountsMerged = Text("Accounts merged", "Comptes réunis")
    static let mergeUndone = Text("Merge undone", "Comptes séparés de nouveau")
    static let refreshRepeated = Text("Session renewed twice", "Session renouvelée deux fois")
    static let stolen = Text(
        "Session ended: a stolen key may have been used", "Session terminée\u{a0}: une clé volée a peut-être servi")
    static let sessionRevoked = Text("Session ended", "Session terminée")
    static let sessionReplaced = Text("Oldest session ended", "La plus ancienne session terminée")
    static let profileChanged = Text("Profile changed", "Profil modifié")
    static let deviceAdded = Text("Device added", "Appareil ajouté")
    static let deviceRemoved = Text("Device removed", "Appareil retiré")
    static let deviceMoved = Text("Device moved to another account", "Appareil passé à un autre compte")
    static let consentRevoked = Text("Consent revoked at the provider", "Autorisation retirée chez le fournisseur")
    static let providerAccountDeleted = Text("Account deleted at the provider", "Compte fermé chez le fournisseur")
    static let providerSessionsRevoked = Text("Sessions ended by the provider", "Sessions terminées par le fournisseur")
    static let providerAccountDisabled = Text(
        "Account suspended at the provider", "Compte suspendu chez le fournisseur")
    static let providerAccountEnabled = Text("Account restored at the provider", "Compte rétabli chez le fournisseur")
    static let credentialChangeRequired = Text(
        "Provider asked for new credentials", "Changement d’identifiants demandé par le fournisseur")
    static let emailForwardingStopped = Text("Email relay stopped", "Relais d’e-mail arrêté")
    static let emailForwardingResumed = Text("Email relay resumed", "Relais d’e-mail rétabli")
    static let accountDisabled = Text("Account disabled", "Compte fermé")
    static let accountEnabled = Text("Account enabled", "Compte rouvert")
    static let dataExported = Text("Data downloaded", "Données téléchargées")
    static let accountDeleted = Text("Account deleted", "Compte supprimé")
}

/// Notices of an error: a title, and the next step.
enum NoticeText {
    static let startAgain = Text("Start again", "Recommencer")
    static let backToAccount = Text("Back to my account", "Retour à mon compte")
    static let tooMany = Text("Wait a moment, then try again.", "Patientez un instant, puis réessayez.")
    static let cancelledTitle = Text("Sign-in cancelled", "Connexion annulée")
    static let cancelled = Text(
        "Nothing was done. Start again when you like.", "Rien n’a été fait. Recommencez quand vous voulez.")
    static let providerUnavailableTitle = Text(
        "The sign-in service is not available", "Le service de connexion ne répond pas")
    static let providerUnavailable = Text("Try again in a few minutes.", "Réessayez dans quelques minutes.")
    static let refusedTitle = Text("Sign-in refused", "Connexion refusée")
    static let refused = Text(
        "Your identity could not be verified. Start again.", "Votre identité n’a pas pu être vérifiée. Recommencez.")
    static let expiredTitle = Text("This sign-in is no longer valid", "Cette connexion n’est plus valable")
    static let expired = Text(
        "It has already been used, or took too long. Start again.",
        "Elle a déjà servi ou a duré trop longtemps. Recommencez.")
    static let otherBrowserTitle = Text(
        "Another browser began this sign-in", "Un autre navigateur a commencé cette connexion")
    static let otherBrowser = Text("Finish it there, or start again here.", "Terminez-la là-bas, ou recommencez ici.")
    static let invalidRequestTitle = Text("This request is not valid", "Cette demande n’est pas valable")
    static let invalidRequest = Text("Go back to the app and start again.", "Revenez à l’application et recommencez.")
    static let unknownAppTitle = Text("Unknown app", "Application inconnue")
    static let unknownApp = Text("Choose an app from the list.", "Choisissez une application de la liste.")
    static let redirectNotAllowedTitle = Text(
        "This link isn’t set up correctly", "Ce lien n’est pas configuré correctement")
    static let redirectNotAllowed = Text("Contact the app’s developer.", "Contactez l’éditeur de l’application.")
    static let roleMismatchTitle = Text("Your account has another role", "Votre compte a un autre rôle")
    static let roleMismatch = Text("Sign in again and choose your role.", "Reconnectez-vous en choisissant votre rôle.")
    static let userDisabledTitle = Text("Account disabled", "Compte désactivé")
    static let userDisabled = Text("Contact the app’s support.", "Adressez-vous à l’éditeur de l’application.")
    static let notOfferedTitle = Text("Sign-in not available", "Connexion non proposée")
    static let notOffered = Text("Choose another sign-in method.", "Choisissez une autre façon de vous connecter.")
    static let faultTitle = Text("Something went wrong on our side", "Une erreur de notre côté")
    static let fault = Text("Try again in a moment.", "Réessayez dans un instant.")
    static let formRefusedTitle = Text("This form is not from this page", "Ce formulaire ne vient pas de cette page")
    static let formRefused = Text(
        "Nothing was done. Accept cookies, load the page again and start again.",
        "Rien n’a été fait. Acceptez les cookies, rechargez la page et recommencez.")
    static let ticketExpiredTitle = Text("This registration is no longer valid", "Cette inscription n’est plus valable")
    static let ticketExpired = Text(
        "It has already been sent, or took too long. Sign in again.",
        "Elle a déjà été envoyée ou a duré trop longtemps. Connectez-vous à nouveau.")
    static let hasAccountTitle = Text("You already have an account", "Vous avez déjà un compte")
    static let hasAccount = Text("Sign in to find it.", "Connectez-vous pour le retrouver.")
    static let accountDeletedTitle = Text("Your account is deleted", "Votre compte est supprimé")
    static let accountDeleted = Text(
        "Your profile, sign-in methods and devices were deleted with it.",
        "Votre profil, vos moyens de connexion et vos appareils ont été supprimés avec lui.")
    static let accountDeletedAtAppleTitle = Text("Your account is deleted", "Votre compte est supprimé")
    static let accountDeletedAtApple = Text(
        "Your profile, sign-in methods and devices were deleted with it. Only you can revoke the consent at Apple: in your device’s settings, open your Apple Account, then “Sign in with Apple”.",
        "Votre profil, vos moyens de connexion et vos appareils ont été supprimés avec lui. Chez Apple, vous seul pouvez retirer votre accord\u{a0}: dans les réglages de votre appareil, ouvrez votre compte Apple, puis «\u{a0}Se connecter avec Apple\u{a0}»."
    )
    static let otherPersonTitle = Text("This is not the same account", "Ce n’est pas le même compte")
    static let otherPerson = Text(
        "Nothing was done. To confirm, sign in with the account that you are signed in with here.",
        "Rien n’a été fait. Pour confirmer, connectez-vous comme la première fois.")
    static let notLinkedTitle = Text("Nothing was added", "Rien n’a été ajouté")
    static let notLinked = Text(
        "Your account already has a sign-in of this service, or this one belongs to a disabled account.",
        "Votre compte a déjà une connexion de ce service, ou celle-ci est d’un compte désactivé.")
    static let tooManyTitle = Text("Too many attempts", "Trop de tentatives")
    static let tooManyMessagesTitle = Text("Too many messages today", "Trop de messages aujourd’hui")
    static let tooManyMessages = Text(
        "Use a code that you already have, sign in another way, or try again tomorrow.",
        "Utilisez un code déjà reçu, connectez-vous autrement, ou réessayez demain.")
    static let noTextsToCountryTitle = Text("No text messages to this country", "Pas de SMS vers ce pays")
    static let noTextsToCountry = Text(
        "Use another number, or sign in another way.", "Utilisez un autre numéro, ou connectez-vous autrement.")
    static let pageNotFoundTitle = Text("This page does not exist", "Cette page n’existe pas")
    static let pageNotFound = Text("Go back to the start.", "Revenez au début.")
}

/// Texts of the API’s documentation page. The OpenAPI document’s own texts stay in English.
enum DocumentationText {
    static let title = Text("Sesame’s API", "L’API de Sesame")
    static let index = Text("Operations", "Opérations")
    static let source = Text("The OpenAPI document", "Le document OpenAPI")
    static let note = Text(
        "Client generators read it, and this page is made from it.",
        "Les générateurs de clients le lisent ; cette page en est faite, et ses textes sont en anglais.")
    static let samples = Text(
        "The samples work as they are with the server of “make run”. For your own app, replace the app’s name.",
        "Les exemples se collent tels quels dans un terminal, avec le serveur de « make run ». Pour votre app, remplacez le nom de l’app."
    )
    static let authorization = Text("Authorization", "Autorisation")
    static let or = Text("or", "ou")
    static let parameters = Text("Parameters", "Paramètres")
    static let body = Text("Body", "Corps")
    static let answers = Text("Answers", "Réponses")
    static let example = Text("Example", "Exemple")
    static let sample = Text("In a terminal", "Dans un terminal")
    static let schemas = Text("Schemas", "Schémas")
    static let required = Text("required", "obligatoire")
    static let top = Text("Back to the top", "Haut de page")
}
