// Made by scripts/texts from the files in Texts: change those, then run it.

import SesameText

/// The demo around its scenarios.
enum RunnerText {
    static func server(_ part1: some TextPart) -> Text {
        Text(
            "The server is \(part1[.english]); Apple, Google and FCM are development ones.",
            "Le serveur est \(part1[.french]) ; Apple, Google et FCM sont ceux de développement.")
    }
    static let summary = Text("Summary", "Résumé")
    static func allExpected(_ part1: some TextPart) -> Text {
        Text("All as expected, in \(part1[.english]).", "Tout est comme prévu, en \(part1[.french]).")
    }
    static func notExpected(_ part1: some TextPart) -> Text {
        Text("Not as expected, in \(part1[.english]).", "Tout n’est pas comme prévu, en \(part1[.french]).")
    }
    static let noFault = Text("nothing goes wrong", "rien n’échoue")
    static let noError = Text("no error", "aucune erreur")
    static let expected = Text("expected", "attendu")
    static let seen = Text("seen", "vu")
    static func counts(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text(
            "\(part1[.english]) steps, \(part2[.english]) facts seen",
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
    static let secondFactor = Text("the second step of the sign-in", "la seconde étape de la connexion")
    static let profileForm = Text("the profile’s form", "le formulaire du profil")
    static func onboarding(_ part1: some TextPart) -> Text {
        Text("the onboarding at “\(part1[.english])”", "le parcours à l’étape « \(part1[.french]) »")
    }
    static let app = Text("the app itself", "l’app elle-même")
    static let password = Text("the password form", "le formulaire du mot de passe")
    static let code = Text("the form for a code", "le formulaire du code")
    static let accountScreen = Text("the account screen", "l’écran du compte")
    static let newFactor = Text("the key for the authenticator app", "la clé pour l’application d’authentification")
    static let recoveryCodes = Text("the recovery codes", "les codes de secours")
    static let waiting = Text("something that is still loading", "un chargement en cours")
    static func withError(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text(
            "\(part1[.english]), with the error \(part2[.english])",
            "\(part1[.french]), avec l’erreur \(part2[.french])")
    }
    static let accepted = Text("it was accepted", "c’est accepté")
}

/// The texts of the scenario of AuthService.
enum AuthServiceText {
    static let subject = Text("a guest who becomes a person, and goes", "un invité qui devient quelqu’un, puis s’en va")
    static let opens = Text("Somebody opens the app.", "Quelqu’un ouvre l’app.")
    static let goesOnAsGuest = Text("They go on without an account.", "La personne continue sans compte.")
    static let isGuest = Text("it is a guest", "c’est un invité")
    static func addsGoogle(_ part1: some TextPart) -> Text {
        Text(
            "The guest turns out to be \(part1[.english]), and adds Google.",
            "L’invité se révèle être \(part1[.french]), et ajoute Google.")
    }
    static let sameAccount = Text("the account is the same", "le compte est le même")
    static let noGuest = Text("and no guest’s any more", "et n’est plus celui d’un invité")
    static let restart = Text("The phone is restarted.", "Le téléphone redémarre.")
    static let stillSignedIn = Text("still signed in", "toujours connecté")
    static func signsOut(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) signs out.", "\(part1[.french]) se déconnecte.")
    }
    static let comesBack = Text("And comes back with Google.", "Puis revient avec Google.")
    static func opensAccount(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) opens the account screen.", "\(part1[.french]) ouvre l’écran du compte.")
    }
    static let onlyDevice = Text("this is the only device", "c’est le seul appareil")
    static let addsPassword = Text("A password is added.", "Un mot de passe est ajouté.")
    static let bothLead = Text(
        "Google and the password lead to the account", "Google et le mot de passe mènent au compte")
    static func comesBackByPassword(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) signs out, and comes back with the password.",
            "\(part1[.french]) se déconnecte, puis revient avec le mot de passe.")
    }
    static let addsFactor = Text("An authenticator app is added.", "Une application d’authentification est ajoutée.")
    static let typesFirstCode = Text(
        "The app shows a first code, which is typed.", "Le premier code qu’elle affiche est saisi.")
    static let keepsCodes = Text(
        "The recovery codes are kept in a safe place.", "Les codes de secours sont mis en lieu sûr.")
    static let oneFactor = Text("the account has a second factor", "le compte a un second facteur")
    static let googleIsNotEnough = Text("Google alone is not enough any more.", "Google seul ne suffit plus.")
    static let mistypes = Text("A code is mistyped.", "Un code est mal saisi.")
    static let typesCode = Text("Then the one that the app shows.", "Puis celui que l’application affiche.")
    static let removesFactor = Text(
        "The authenticator app is taken away again.", "L’application d’authentification est retirée.")
    static let nothingMore = Text("nothing more is asked for", "plus rien d’autre n’est demandé")
    static func tabletBegins(_ part1: some TextPart) -> Text {
        Text(
            "On a tablet \(part1[.english]) began as a guest, and adds the same Google account.",
            "Sur une tablette, \(part1[.french]) a commencé en invité, et ajoute le même compte Google.")
    }
    static let nothingMixed = Text("nothing is mixed without being asked", "rien n’est mélangé sans qu’on le demande")
    static let goesToOther = Text("“Switch to the other account”.", "« Passer à l’autre compte ».")
    static let phonesAccount = Text("it is the account of the phone", "c’est le compte du téléphone")
    static func looksAtDevices(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) looks at the devices, on the phone.",
            "\(part1[.french]) regarde les appareils, sur le téléphone.")
    }
    static let twoDevices = Text("there are two", "il y en a deux")
    static let signsTabletOut = Text(
        "The tablet is signed out from the phone.", "La tablette est déconnectée depuis le téléphone.")
    static let tabletIsOut = Text("the tablet’s session has ended", "la session de la tablette a pris fin")
    static let typesPassword = Text(
        "Its owner signs in again, with the password.", "On s’y reconnecte avec le mot de passe.")
    static func deletes(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) deletes the account, on the phone.",
            "\(part1[.french]) supprime le compte, sur le téléphone.")
    }
    static let tabletAgain = Text("The tablet is picked up again.", "La tablette est reprise en main.")
    static let sessionWent = Text("its session went with the account", "sa session a disparu avec le compte")
    static func beginsAgain(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) begins again.", "\(part1[.french]) recommence.")
    }
    static let newAccount = Text("it is a new account", "c’est un nouveau compte")
    static func takesTablet(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) takes the tablet, and asks for a code by e-mail.",
            "\(part1[.french]) prend la tablette, et demande un code par e-mail.")
    }
    static let mailHasCome = Text("the mail has come", "l’e-mail est arrivé")
    static let typesMailedCode = Text("The code from the mail is typed.", "Le code de l’e-mail est saisi.")
    static let addressLeads = Text("the account is that of the address", "le compte est celui de l’adresse")
}

/// The texts of the scenario of CastMate.
enum CastMateText {
    static let subject = Text(
        "Google for actors and agencies, whose accounts are made by a form",
        "Google pour les acteurs et les agences, dont les comptes naissent d’un formulaire")
    static func actorContinues(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]), an actor, continues with Google.", "\(part1[.french]), acteur, continue avec Google.")
    }
    static let notFound = Text(
        "the app in the stores gets 404, “Compte Google non trouvé”",
        "l’app déjà publiée reçoit 404, « Compte Google non trouvé »")
    static let formWithStatements = Text(
        "so there is the form, with what Google states", "d’où le formulaire, avec ce qu’indique Google")
    static let noLastName = Text("The form is sent without a last name.", "Le formulaire est envoyé sans nom.")
    static let complete = Text("And once more, complete.", "Puis à nouveau, complet.")
    static let noSecondTrip = Text("no second trip to Google", "sans repasser par Google")
    static func tapsAgency(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) signs out, and taps “Agency” by mistake.",
            "\(part1[.french]) se déconnecte, puis touche « Agence » par erreur.")
    }
    static let thenActor = Text("Then “Actor”.", "Puis « Acteur ».")
    static let withoutForm = Text("the app, without a form", "l’app, sans formulaire")
    static func agencyChooses(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]), an agency, chooses an account on Google’s page in a browser.",
            "\(part1[.french]), une agence, choisit un compte sur la page de Google dans un navigateur.")
    }
    static let sendsForm = Text("The form is sent.", "Le formulaire est envoyé.")
    static let restart = Text("The phone is restarted.", "Le téléphone redémarre.")
    static let stillSignedIn = Text("still signed in", "toujours connecté")
    static func role(_ part1: some TextPart) -> Text {
        Text("the account’s role is \(part1[.english])", "le rôle du compte est \(part1[.french])")
    }
    static let actor = Text("Actor", "Acteur")
    static let agency = Text("Agency", "Agence")
}

/// The texts of the scenario of the couple app.
enum CoupleText {
    static let subject = Text(
        "Apple, an onboarding in steps, and an app that is killed on the way",
        "Apple, un parcours en étapes, et une app qui est tuée en chemin")
    static func opens(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) opens the app for the first time.",
            "\(part1[.french]) ouvre l’app pour la première fois.")
    }
    static func tapsTwice(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) taps Apple’s button twice, and agrees.",
            "\(part1[.french]) touche deux fois le bouton d’Apple, et accepte.")
    }
    static let sheetOnce = Text("Apple’s sheet was shown once", "la fenêtre d’Apple n’est apparue qu’une fois")
    static let nameFromApple = Text(
        "the profile begins with the name that Apple gives this one time",
        "le profil commence avec le nom qu’Apple ne donne que cette fois")
    static let impatient = Text(
        "An impatient thumb wants to be done at once.", "Un pouce impatient veut avoir fini tout de suite.")
    static let saysWhatIsMissing = Text("the server says what is missing", "le serveur dit ce qui manque")
    static func missing(_ part1: some TextPart) -> Text {
        Text("missing: \(part1[.english])", "il manque : \(part1[.french])")
    }
    static let fillsBirthDate = Text("The date of birth is filled in.", "La date de naissance est renseignée.")
    static let tunnel = Text(
        "In a tunnel the goals are chosen. The network is gone.",
        "Dans un tunnel, les objectifs sont choisis. Il n’y a plus de réseau.")
    static let goalsWait = Text(
        "the goals wait on the phone’s disk", "les objectifs attendent sur le disque du téléphone")
    static let killed = Text(
        "The system kills the app. Still in the tunnel it is opened again.",
        "Le système tue l’app. Toujours dans le tunnel, elle est rouverte.")
    static let noConnection = Text(
        "it says that there is no connection, and begins nothing anew",
        "elle dit qu’il n’y a pas de connexion, et ne recommence rien")
    static let afterTunnel = Text("After the tunnel: “Try again”.", "Après le tunnel : « Réessayer ».")
    static let goesOn = Text("the onboarding goes on where it was left", "le parcours reprend là où il s’est arrêté")
    static let nothingLost = Text("nothing that was filled in is lost", "rien de ce qui était renseigné n’est perdu")
    static let nothingWaits = Text("and nothing waits any more", "et rien n’attend plus")
    static let twoMorePages = Text("Two more pages, and “Done”.", "Encore deux pages, puis « Terminer ».")
    static let tampered = Text(
        "A copy of the app that somebody has tampered with wants a subscription for nothing.",
        "Une copie trafiquée de l’app veut un abonnement gratuit.")
    static let refused = Text("the server refuses: only it can say so", "le serveur refuse : lui seul peut le dire")
    static let noSubscription = Text("there is no subscription", "il n’y a pas d’abonnement")
    static func signsOut(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) signs out.", "\(part1[.french]) se déconnecte.")
    }
    static let nothingLeft = Text(
        "nothing of the profile is left on the phone", "rien du profil ne reste sur le téléphone")
    static func weekLater(_ part1: some TextPart) -> Text {
        Text(
            "A week later \(part1[.english]) is back. Apple gives no name any more.",
            "Une semaine plus tard, \(part1[.french]) revient. Apple ne donne plus de nom.")
    }
    static let withoutOnboarding = Text(
        "the app itself, without another onboarding", "l’app elle-même, sans nouveau parcours")
    static let nameStillThere = Text("the name is still there", "le nom est toujours là")
    static let asOldAsAccount = Text("the profile is as old as the account", "le profil est aussi ancien que le compte")
    static let yourName = Text("Your name", "Votre nom")
    static let birthDate = Text("Date of birth", "Date de naissance")
    static let goals = Text("What you hope for", "Ce que vous espérez")
    static let togetherFor = Text("Together for", "Ensemble depuis")
    static let questionForUs = Text("A question for us", "Une question pour nous")
    static let notInRelationship = Text("not in a relationship", "pas en couple")
    static let lessThanOneYear = Text("less than a year", "moins d’un an")
    static let oneToFiveYears = Text("one to five years", "un à cinq ans")
    static let moreThanFiveYears = Text("more than five years", "plus de cinq ans")
}

/// The texts of the scenario of FamilySync.
enum FamilySyncText {
    static let subject = Text("Apple, and nothing about the person", "Apple, et rien sur la personne")
    static func opens(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) opens the app.", "\(part1[.french]) ouvre l’app.")
    }
    static func signsIn(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) signs in with Apple, which is asked for nothing else.",
            "\(part1[.french]) se connecte avec Apple, à qui rien d’autre n’est demandé.")
    }
    static let pseudonym = Text(
        "the account’s id is a pseudonym, which nobody can work out",
        "l’identifiant du compte est un pseudonyme, que personne ne peut calculer")
    static let nameAndAddress = Text(
        "its name is everybody’s, and its address is made of the id",
        "son nom est celui de tous, et son adresse est faite de l’identifiant")
    static let restart = Text("The phone is restarted.", "Le téléphone redémarre.")
    static let stillSignedIn = Text("still signed in", "toujours connecté")
    static let onTablet = Text("The same person on a tablet.", "La même personne sur une tablette.")
    static let sameAccount = Text("it is the same account", "c’est le même compte")
    static let backAgain = Text(
        "Signed out on the phone, and back again.", "Déconnexion sur le téléphone, puis retour.")
    static let stillSameAccount = Text("it is still the same account", "c’est encore le même compte")
    static let deletes = Text("The account is deleted in the app.", "Le compte est supprimé dans l’app.")
    static let nothingAtApple = Text(
        "nothing is left to do at Apple: the server takes the consent back",
        "rien ne reste à faire chez Apple : le serveur y retire l’accord")
    static let tabletAgain = Text("The tablet is picked up again.", "La tablette est reprise en main.")
    static let sessionWent = Text("its session went with the account", "sa session a disparu avec le compte")
}

/// The texts of the scenario of Prysm.
enum PrysmText {
    static let subject = Text(
        "pushes that follow the person, and never reach the next one",
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
            "A push for \(part1[.english]), who was here before.",
            "Une notification pour \(part1[.french]), parti entre-temps.")
    }
    static func forSecond(_ part1: some TextPart) -> Text {
        Text("And one for \(part1[.english]).", "Et une pour \(part1[.french]).")
    }
    static let opens = Text(
        "The app is opened for the first time. Firebase gives a token, and nobody is signed in.",
        "L’app est ouverte pour la première fois. Firebase donne un jeton, et personne n’est connecté.")
    static let tokenWaits = Text("the token waits on the phone", "le jeton attend sur le téléphone")
    static let restart = Text("The phone is restarted.", "Le téléphone redémarre.")
    static let tokenStillWaits = Text("the token still waits", "le jeton attend toujours")
    static func signsIn(_ part1: some TextPart) -> Text {
        Text("\(part1[.english]) signs in with Google.", "\(part1[.french]) se connecte avec Google.")
    }
    static let phoneReached = Text("pushes reach the phone", "les notifications arrivent au téléphone")
    static func tabletSignsIn(_ part1: some TextPart) -> Text {
        Text(
            "\(part1[.english]) signs in on a tablet as well.", "\(part1[.french]) se connecte aussi sur une tablette.")
    }
    static let tabletReached = Text("pushes reach the tablet, too", "les notifications arrivent aussi à la tablette")
    static func handedOver(_ part1: some TextPart) -> Text {
        Text(
            "Without a network the phone is signed out, and handed to \(part1[.english]).",
            "Sans réseau, le téléphone est déconnecté, puis remis à \(part1[.french]).")
    }
    static func phoneIsTheirs(_ part1: some TextPart) -> Text {
        Text(
            "the phone is \(part1[.english])’s for pushes, too",
            "le téléphone est à \(part1[.french]), notifications comprises")
    }
    static let tapToRead = Text("Tap to read.", "Touchez pour lire.")
    static func arrived(_ part1: some TextPart, _ part2: some TextPart) -> Text {
        Text("“\(part1[.english])” is \(part2[.english])", "« \(part1[.french]) » est arrivée \(part2[.french])")
    }
    static func nothing(_ part1: some TextPart) -> Text {
        Text("nothing \(part1[.english])", "rien \(part1[.french])")
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
