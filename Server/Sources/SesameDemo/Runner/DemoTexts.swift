// Made by scripts/texts from the files in Texts: change those, then run it.

import SesameText

/// Texts of the demo outside its scenarios.
enum RunnerText {
    static func server(_ part1: some TextPart) -> Text {
        Text(
            "The server is \(part1[.english]); Apple, Google and FCM are emulated.",
            "Le serveur est \(part1[.french]) ; Apple, Google et FCM sont ceux de développement.")
    }
    static let summary = Text("Summary", "Résumé")
    static func allExpected(_ part1: some TextPart) -> Text {
        Text("All as expected, in \(part1[.english]).", "Tout est comme prévu, en \(part1[.french]).")
    }
    static func notExpected(_ part1: some TextPart) -> Text {
        Text("Not as expected, in \(part1[.english]).", "Tout n’est pas comme prévu, en \(part1[.french]).")
    }
    static let noFault = Text("the scenario runs without an error", "rien n’échoue")
    static let noError = Text("no error", "aucune erreur")
    static let expected = Text("expected", "attendu")
    static let seen = Text("seen", "vu")
    static func counts(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text(
            "\(part1[.english]) steps, \(part2[.english]) checks passed",
            "\(part1[.french]) étapes, \(part2[.french]) faits constatés")
    }
    static let phone = Text("the phone", "le téléphone")
    static let tablet = Text("the tablet", "la tablette")
    static let onPhone = Text("on the phone", "sur le téléphone")
    static let onTablet = Text("on the tablet", "sur la tablette")
    static func labelled(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]):", "\(part1[.french])\u{a0}:")
    }
    static let account = Text("Account", "Compte")
    static func shows(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text("\(part1[.english]) shows \(part2[.english])", "\(part1[.french]) affiche \(part2[.french])")
    }
    static let signIn = Text("the sign-in", "la connexion")
    static let registration = Text("the registration form", "le formulaire d’inscription")
    static let secondFactor = Text("the two-step verification", "la seconde étape de la connexion")
    static let profileForm = Text("the profile form", "le formulaire du profil")
    static func onboarding(_ part1: some TextPart) -> Text {
        Text("the onboarding step “\(part1[.english])”", "le parcours à l’étape « \(part1[.french]) »")
    }
    static let app = Text("the app itself", "l’app elle-même")
    static let password = Text("the password form", "le formulaire du mot de passe")
    static let code = Text("the code form", "le formulaire du code")
    static let accountScreen = Text("the account screen", "l’écran du compte")
    static let newFactor = Text(
        "the setup key for the authenticator app", "la clé pour l’application d’authentification")
    static let recoveryCodes = Text("the recovery codes", "les codes de secours")
    static let waiting = Text("a loading screen", "un chargement en cours")
    static func withError(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text(
            "\(part1[.english]), with the error \(part2[.english])",
            "\(part1[.french]), avec l’erreur \(part2[.french])")
    }
    static let accepted = Text("the server accepted it", "c’est accepté")
}

/// Texts of the AuthService scenario.
enum AuthServiceText {
    static let subject = Text(
        "A guest signs in, then deletes the account", "un invité qui devient quelqu’un, puis s’en va")
    static let opens = Text("A new user opens the app.", "Quelqu’un ouvre l’app.")
    static let goesOnAsGuest = Text("They continue as a guest.", "La personne continue sans compte.")
    static let isGuest = Text("the account is a guest account", "c’est un invité")
    static func addsGoogle(_ part1: some TextPart) -> Text {
        Text(
            "The guest, \(part1[.english]), adds Google.",
            "L’invité se révèle être \(part1[.french]), et ajoute Google.")
    }
    static let sameAccount = Text("the account is the same", "le compte est le même")
    static let noGuest = Text("it is no longer a guest account", "et n’est plus celui d’un invité")
    static let restart = Text("The phone restarts.", "Le téléphone redémarre.")
    static let stillSignedIn = Text("the user is still signed in", "toujours connecté")
    static func signsOut(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) signs out.", "\(part1[.french]) se déconnecte.")
    }
    static let comesBack = Text("They sign in again with Google.", "Puis revient avec Google.")
    static func opensAccount(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) opens the account screen.", "\(part1[.french]) ouvre l’écran du compte.")
    }
    static let onlyDevice = Text("this is the only device", "c’est le seul appareil")
    static let addsPassword = Text("They add a password.", "Un mot de passe est ajouté.")
    static let bothLead = Text(
        "the account’s sign-in methods are Google and the password", "Google et le mot de passe mènent au compte")
    static func comesBackByPassword(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) signs out, then signs in with the password.",
            "\(part1[.french]) se déconnecte, puis revient avec le mot de passe.")
    }
    static let addsFactor = Text("They add an authenticator app.", "Une application d’authentification est ajoutée.")
    static let typesFirstCode = Text(
        "They enter the first code from the authenticator app.", "Le premier code qu’elle affiche est saisi.")
    static let keepsCodes = Text(
        "They save the recovery codes in a safe place.", "Les codes de secours sont mis en lieu sûr.")
    static let oneFactor = Text("the account has a second factor", "le compte a un second facteur")
    static let googleIsNotEnough = Text(
        "They sign in with Google. The account now also requires a code.", "Google seul ne suffit plus.")
    static let mistypes = Text("They enter a wrong code.", "Un code est mal saisi.")
    static let typesCode = Text(
        "They enter the code from the authenticator app.", "Puis celui que l’application affiche.")
    static let removesFactor = Text(
        "They remove the authenticator app.", "L’application d’authentification est retirée.")
    static let nothingMore = Text("the account has no second factor", "plus rien d’autre n’est demandé")
    static func tabletBegins(_ part1: some TextPart) -> Text {
        Text(
            "On a tablet, \(part1[.english]) starts as a guest, then adds the same Google account.",
            "Sur une tablette, \(part1[.french]) a commencé en invité, et ajoute le même compte Google.")
    }
    static let nothingMixed = Text(
        "the app asks which account to use, and merges nothing by itself", "rien n’est mélangé sans qu’on le demande")
    static let goesToOther = Text("They choose “Switch to the other account”.", "« Passer à l’autre compte ».")
    static let phonesAccount = Text("it is the same account as on the phone", "c’est le compte du téléphone")
    static func looksAtDevices(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) looks at the list of devices on the phone.",
            "\(part1[.french]) regarde les appareils, sur le téléphone.")
    }
    static let twoDevices = Text("the list has two devices", "il y en a deux")
    static let signsTabletOut = Text(
        "They sign the tablet out from the phone.", "La tablette est déconnectée depuis le téléphone.")
    static let tabletIsOut = Text("the tablet’s session has ended", "la session de la tablette a pris fin")
    static let typesPassword = Text(
        "They sign in on the tablet again, with the password.", "On s’y reconnecte avec le mot de passe.")
    static func deletes(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) deletes the account on the phone.",
            "\(part1[.french]) supprime le compte, sur le téléphone.")
    }
    static let tabletAgain = Text("They use the tablet again.", "La tablette est reprise en main.")
    static let sessionWent = Text("its session ended with the account", "sa session a disparu avec le compte")
    static func beginsAgain(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) signs in with Google again.", "\(part1[.french]) recommence.")
    }
    static let newAccount = Text("it is a new account", "c’est un nouveau compte")
    static func takesTablet(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) takes the tablet and requests a code by email.",
            "\(part1[.french]) prend la tablette, et demande un code par e-mail.")
    }
    static let mailHasCome = Text("the email has arrived", "l’e-mail est arrivé")
    static let typesMailedCode = Text("They enter the code from the email.", "Le code de l’e-mail est saisi.")
    static let addressLeads = Text("the account has this email address", "le compte est celui de l’adresse")
}

/// Texts of the CastMate scenario.
enum CastMateText {
    static let subject = Text(
        "Actors and agencies sign in with Google and register with a form",
        "Google pour les acteurs et les agences, dont les comptes naissent d’un formulaire")
    static func actorContinues(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]), an actor, continues with Google.", "\(part1[.french]), acteur, continue avec Google.")
    }
    static let notFound = Text(
        "the published app gets 404, “Compte Google non trouvé”",
        "l’app déjà publiée reçoit 404, « Compte Google non trouvé »")
    static let formWithStatements = Text(
        "the registration form appears with the name from Google", "d’où le formulaire, avec ce qu’indique Google")
    static let noLastName = Text("They send the form without a last name.", "Le formulaire est envoyé sans nom.")
    static let complete = Text("They send the complete form.", "Puis à nouveau, complet.")
    static let noSecondTrip = Text("the app opens without another sign-in with Google", "sans repasser par Google")
    static func tapsAgency(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) signs out, then chooses “Agency” by mistake.",
            "\(part1[.french]) se déconnecte, puis touche « Agence » par erreur.")
    }
    static let thenActor = Text("They choose “Actor”.", "Puis « Acteur ».")
    static let withoutForm = Text("the app opens without a form", "l’app, sans formulaire")
    static func agencyChooses(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]), an agency, chooses an account on Google’s page in the browser.",
            "\(part1[.french]), une agence, choisit un compte sur la page de Google dans un navigateur.")
    }
    static let sendsForm = Text("They send the form.", "Le formulaire est envoyé.")
    static let restart = Text("The phone restarts.", "Le téléphone redémarre.")
    static let stillSignedIn = Text("the user is still signed in", "toujours connecté")
    static func role(_ part1: some TextPart) -> Text {
        Text("the account’s role is \(part1[.english])", "le rôle du compte est \(part1[.french])")
    }
    static let actor = Text("Actor", "Acteur")
    static let agency = Text("Agency", "Agence")
}

/// Texts of the Couple scenario.
enum CoupleText {
    static let subject = Text(
        "Sign-in with Apple, and an onboarding that survives a killed app",
        "Apple, un parcours en étapes, et une app qui est tuée en chemin")
    static func opens(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) opens the app for the first time.",
            "\(part1[.french]) ouvre l’app pour la première fois.")
    }
    static func tapsTwice(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) taps the Apple button twice and agrees.",
            "\(part1[.french]) touche deux fois le bouton d’Apple, et accepte.")
    }
    static let sheetOnce = Text("Apple’s sheet appeared only once", "la fenêtre d’Apple n’est apparue qu’une fois")
    static let nameFromApple = Text(
        "the profile has the name, which Apple sends only this time",
        "le profil commence avec le nom qu’Apple ne donne que cette fois")
    static let impatient = Text(
        "They try to finish the onboarding at once.", "Un pouce impatient veut avoir fini tout de suite.")
    static let saysWhatIsMissing = Text("the server names the missing fields", "le serveur dit ce qui manque")
    static func missing(_ part1: some TextPart) -> Text {
        Text("missing: \(part1[.english])", "il manque : \(part1[.french])")
    }
    static let fillsBirthDate = Text("They enter the date of birth.", "La date de naissance est renseignée.")
    static let tunnel = Text(
        "In a tunnel without a network, they choose their goals.",
        "Dans un tunnel, les objectifs sont choisis. Il n’y a plus de réseau.")
    static let goalsWait = Text(
        "the phone has saved the goals and will send them later", "les objectifs attendent sur le disque du téléphone")
    static let killed = Text(
        "The system kills the app. Still in the tunnel it is opened again.",
        "Le système tue l’app. Toujours dans le tunnel, elle est rouverte.")
    static let noConnection = Text(
        "it says that there is no connection, and begins nothing anew",
        "elle dit qu’il n’y a pas de connexion, et ne recommence rien")
    static let afterTunnel = Text("After the tunnel, they tap “Try again”.", "Après le tunnel : « Réessayer ».")
    static let goesOn = Text("the onboarding continues at the same step", "le parcours reprend là où il s’est arrêté")
    static let nothingLost = Text("all entries are still there", "rien de ce qui était renseigné n’est perdu")
    static let nothingWaits = Text("no change is waiting any more", "et rien n’attend plus")
    static let twoMorePages = Text(
        "They fill in two more pages and tap “Done”.", "Encore deux pages, puis « Terminer ».")
    static let tampered = Text(
        "A modified copy of the app tries to give itself a subscription.",
        "Une copie trafiquée de l’app veut un abonnement gratuit.")
    static let refused = Text(
        "the server refuses, because only the server may set this field", "le serveur refuse : lui seul peut le dire")
    static let noSubscription = Text("the user has no subscription", "il n’y a pas d’abonnement")
    static func signsOut(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) signs out.", "\(part1[.french]) se déconnecte.")
    }
    static let nothingLeft = Text("no profile data is left on the phone", "rien du profil ne reste sur le téléphone")
    static func weekLater(_ part1: some TextPart) -> Text {
        Text(
            "A week later, \(part1[.english]) signs in again. Apple no longer sends the name.",
            "Une semaine plus tard, \(part1[.french]) revient. Apple ne donne plus de nom.")
    }
    static let withoutOnboarding = Text(
        "the app opens without another onboarding", "l’app elle-même, sans nouveau parcours")
    static let nameStillThere = Text("the name is still there", "le nom est toujours là")
    static let asOldAsAccount = Text(
        "the profile still has its first creation time", "le profil est aussi ancien que le compte")
    static let yourName = Text("Your name", "Votre nom")
    static let birthDate = Text("Date of birth", "Date de naissance")
    static let goals = Text("Your goals", "Ce que vous espérez")
    static let togetherFor = Text("Together for", "Ensemble depuis")
    static let questionForUs = Text("A question for us", "Une question pour nous")
    static let notInRelationship = Text("not in a relationship", "pas en couple")
    static let lessThanOneYear = Text("less than a year", "moins d’un an")
    static let oneToFiveYears = Text("one to five years", "un à cinq ans")
    static let moreThanFiveYears = Text("more than five years", "plus de cinq ans")
}

/// Texts of the FamilySync scenario.
enum FamilySyncText {
    static let subject = Text(
        "Sign-in with Apple, without a name or an email address", "Apple, et rien sur la personne")
    static func opens(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) opens the app.", "\(part1[.french]) ouvre l’app.")
    }
    static func signsIn(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) signs in with Apple. The app requests no name and no email address.",
            "\(part1[.french]) se connecte avec Apple, à qui rien d’autre n’est demandé.")
    }
    static let pseudonym = Text(
        "the account’s id is a pseudonym that only the server can compute",
        "l’identifiant du compte est un pseudonyme, que personne ne peut calculer")
    static let nameAndAddress = Text(
        "the name is the same for all users, and the email address contains the id",
        "son nom est celui de tous, et son adresse est faite de l’identifiant")
    static let restart = Text("The phone restarts.", "Le téléphone redémarre.")
    static let stillSignedIn = Text("the user is still signed in", "toujours connecté")
    static let onTablet = Text("The same user signs in on a tablet.", "La même personne sur une tablette.")
    static let sameAccount = Text("it is the same account", "c’est le même compte")
    static let backAgain = Text(
        "They sign out on the phone, then sign in again.", "Déconnexion sur le téléphone, puis retour.")
    static let stillSameAccount = Text("it is still the same account", "c’est encore le même compte")
    static let deletes = Text("They delete the account in the app.", "Le compte est supprimé dans l’app.")
    static let nothingAtApple = Text(
        "nothing is left to do at Apple: the server revokes the consent",
        "rien ne reste à faire chez Apple : le serveur y retire l’accord")
    static let tabletAgain = Text("They use the tablet again.", "La tablette est reprise en main.")
    static let sessionWent = Text("its session ended with the account", "sa session a disparu avec le compte")
}

/// Texts of the Prysm scenario.
enum PrysmText {
    static let subject = Text(
        "Push messages reach the signed-in user, and never the phone’s next user",
        "des notifications qui suivent la personne, et jamais la suivante")
    static func sendsFirst(_ part1: some TextPart) -> Text {
        Text(
            "The app’s back end sends “News 1” to \(part1[.english]).",
            "Le serveur de l’app envoie « Info 1 » à \(part1[.french]).")
    }
    static func signsOutOnTablet(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) signs out on the tablet.", "\(part1[.french]) se déconnecte sur la tablette.")
    }
    static func forFirst(_ part1: some TextPart) -> Text {
        Text(
            "The back end sends a message to \(part1[.english]), who has signed out.",
            "Une notification pour \(part1[.french]), parti entre-temps.")
    }
    static func forSecond(_ part1: some TextPart) -> Text {
        Text("The back end sends a message to \(part1[.english]).", "Et une pour \(part1[.french]).")
    }
    static let opens = Text(
        "The user opens the app for the first time. Firebase issues a token before the sign-in.",
        "L’app est ouverte pour la première fois. Firebase donne un jeton, et personne n’est connecté.")
    static let tokenWaits = Text("the phone keeps the token until the sign-in", "le jeton attend sur le téléphone")
    static let restart = Text("The phone restarts.", "Le téléphone redémarre.")
    static let tokenStillWaits = Text("the phone still keeps the token", "le jeton attend toujours")
    static func signsIn(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) signs in with Google.", "\(part1[.french]) se connecte avec Google.")
    }
    static let phoneReached = Text(
        "the phone is registered for push messages", "les notifications arrivent au téléphone")
    static func tabletSignsIn(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) also signs in on a tablet.", "\(part1[.french]) se connecte aussi sur une tablette.")
    }
    static let tabletReached = Text(
        "the tablet is registered for push messages, too", "les notifications arrivent aussi à la tablette")
    static func handedOver(_ part1: some TextPart) -> Text {
        Text(
            "They sign out without a network, and hand the phone to \(part1[.english]).",
            "Sans réseau, le téléphone est déconnecté, puis remis à \(part1[.french]).")
    }
    static func phoneIsTheirs(_ part1: some TextPart) -> Text {
        Text(
            "the phone is now registered for \(part1[.english])’s push messages",
            "le téléphone est à \(part1[.french]), notifications comprises")
    }
    static let tapToRead = Text("Tap to read.", "Touchez pour lire.")
    static func arrived(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text(
            "“\(part1[.english])” has arrived \(part2[.english])",
            "« \(part1[.french]) » est arrivée \(part2[.french])")
    }
    static func nothing(_ part1: some TextPart) -> Text {
        Text("nothing has arrived \(part1[.english])", "rien \(part1[.french])")
    }
    static let yourName = Text("Your name", "Votre nom")
    static let oneDevice = Text("FCM has it for one device", "FCM l’a pour un appareil")
    static func devices(_ part1: some TextPart) -> Text {
        Text("FCM has it for \(part1[.english]) devices", "FCM l’a pour \(part1[.french]) appareils")
    }
    static func news(_ part1: some TextPart) -> Text {
        Text("News \(part1[.english])", "Info \(part1[.french])")
    }
}
