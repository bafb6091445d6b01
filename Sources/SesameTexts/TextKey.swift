// Made by scripts/texts from the files in Texts: change those, then run it.

/// The name of a text for people.
public enum TextKey: String, Sendable, CaseIterable {
    /// Title of the account screen.
    case accountTitle = "account_title"
    /// What can be done about an error.
    case actionChooseAccount = "action_choose_account"
    /// What can be done about an error.
    case actionChooseAnotherWay = "action_choose_another_way"
    /// What can be done about an error.
    case actionCorrect = "action_correct"
    /// What can be done about an error.
    case actionReauthenticate = "action_reauthenticate"
    /// What can be done about an error.
    case actionRegister = "action_register"
    /// What can be done about an error.
    case actionReport = "action_report"
    /// What can be done about an error.
    case actionRestart = "action_restart"
    /// What can be done about an error.
    case actionRetry = "action_retry"
    /// What can be done about an error.
    case actionShowSecondFactor = "action_show_second_factor"
    /// What can be done about an error.
    case actionSignInAgain = "action_sign_in_again"
    /// Button: the page or step before.
    case back = "back"
    /// While stored data is shown because the server cannot be reached.
    case cachedNotice = "cached_notice"
    /// Button: gives up.
    case cancel = "cancel"
    /// Below that title, for a guest.
    case chooseAccountGuestText = "choose_account_guest_text"
    /// Choice.
    case chooseAccountKeep = "choose_account_keep"
    /// Choice.
    case chooseAccountMerge = "choose_account_merge"
    /// Choice.
    case chooseAccountSwitch = "choose_account_switch"
    /// Below that title.
    case chooseAccountText = "choose_account_text"
    /// Title when an identity belongs to another account of the same person.
    case chooseAccountTitle = "choose_account_title"
    /// Button: puts a message away.
    case close = "close"
    /// Button: has another code sent.
    case codeAgain = "code_again"
    /// Above the form for a code by which somebody confirms who they are. %1$@ is their address.
    case codeConfirmText = "code_confirm_text"
    /// Button: goes back to where the code is to go.
    case codeElsewhere = "code_elsewhere"
    /// Above the field for the address that a code goes to.
    case codeEmailText = "code_email_text"
    /// The code was sent to something that is not the account's.
    case codeForeign = "code_foreign"
    /// After a code was sent to sign in with. %1$@ is an address or a number.
    case codeOnItsWay = "code_on_its_way"
    /// Label of the field for an address or a number.
    case codeReceiver = "code_receiver"
    /// Above the field for the address or the number that a code goes to.
    case codeReceiverText = "code_receiver_text"
    /// Button: has a code sent to an address or a number.
    case codeSend = "code_send"
    /// After a code was sent to somebody who is signed in. %1$@ is their address.
    case codeSent = "code_sent"
    /// Button and title: the sign-in by a code that is sent.
    case codeTitle = "code_title"
    /// A code that was typed is not the one that was sent or shown.
    case codeWrong = "code_wrong"
    /// Below that title.
    case confirmIdentityText = "confirm_identity_text"
    /// Title before a fresh credential is asked for.
    case confirmIdentityTitle = "confirm_identity_title"
    /// Button: sign in as a guest.
    case continueAsGuest = "continue_as_guest"
    /// Apple's button on a page that also registers, in Apple's own words.
    case continueWithApple = "continue_with_apple"
    /// Google's button on a page that also registers, in Google's own words.
    case continueWithGoogle = "continue_with_google"
    /// Title of the sign-in step.
    case createSecureAccount = "create_secure_account"
    /// Button.
    case deleteAccount = "delete_account"
    /// Button: deletes the account.
    case deleteAccountConfirm = "delete_account_confirm"
    /// Before a deletion.
    case deleteAccountQuestion = "delete_account_question"
    /// Below that question.
    case deleteAccountText = "delete_account_text"
    /// Button: ends the onboarding.
    case done = "done"
    /// Button: has a mail sent that verifies the address, where an account needs that first.
    case emailVerify = "email_verify"
    /// After that mail was sent.
    case emailVerifySent = "email_verify_sent"
    /// The error `account_not_found`.
    case errorAccountNotFound = "error_account_not_found"
    /// The error `cancelled`.
    case errorCancelled = "error_cancelled"
    /// The error `credential_in_use`.
    case errorCredentialInUse = "error_credential_in_use"
    /// The error `guest_signed_in`: a guest wants to sign in in a way that would leave their account behind.
    case errorGuestSignedIn = "error_guest_signed_in"
    /// The error `insufficient_scope`.
    case errorInsufficientScope = "error_insufficient_scope"
    /// The error `internal`.
    case errorInternal = "error_internal"
    /// The error `invalid_credentials`.
    case errorInvalidCredentials = "error_invalid_credentials"
    /// The error `invalid_nonce`.
    case errorInvalidNonce = "error_invalid_nonce"
    /// The error `invalid_request`.
    case errorInvalidRequest = "error_invalid_request"
    /// The error `invalid_token`.
    case errorInvalidToken = "error_invalid_token"
    /// The error `invalid_transition`.
    case errorInvalidTransition = "error_invalid_transition"
    /// The error `last_method`.
    case errorLastMethod = "error_last_method"
    /// The error `not_authenticated`.
    case errorNotAuthenticated = "error_not_authenticated"
    /// The error `not_found`.
    case errorNotFound = "error_not_found"
    /// The error `nothing_to_undo`.
    case errorNothingToUndo = "error_nothing_to_undo"
    /// The error `offline`.
    case errorOffline = "error_offline"
    /// The error `precondition_failed`.
    case errorPreconditionFailed = "error_precondition_failed"
    /// The error `profile_incomplete`.
    case errorProfileIncomplete = "error_profile_incomplete"
    /// The error `provider_already_linked`.
    case errorProviderAlreadyLinked = "error_provider_already_linked"
    /// The error `provider_required`.
    case errorProviderRequired = "error_provider_required"
    /// The error `provider_unavailable`.
    case errorProviderUnavailable = "error_provider_unavailable"
    /// The error `rate_limited`.
    case errorRateLimited = "error_rate_limited"
    /// The error `read_only_field`.
    case errorReadOnlyField = "error_read_only_field"
    /// The error `reauthentication_required`.
    case errorReauthenticationRequired = "error_reauthentication_required"
    /// The error `role_mismatch`.
    case errorRoleMismatch = "error_role_mismatch"
    /// The error `second_factor_required`.
    case errorSecondFactorRequired = "error_second_factor_required"
    /// The error `session_ended`.
    case errorSessionEnded = "error_session_ended"
    /// The error `session_revoked`.
    case errorSessionRevoked = "error_session_revoked"
    /// The error `storage_locked`.
    case errorStorageLocked = "error_storage_locked"
    /// The error `storage_unavailable`.
    case errorStorageUnavailable = "error_storage_unavailable"
    /// The error `throttled`.
    case errorThrottled = "error_throttled"
    /// The error `ticket_expired`.
    case errorTicketExpired = "error_ticket_expired"
    /// The error `user_deleted`.
    case errorUserDeleted = "error_user_deleted"
    /// The error `user_disabled`.
    case errorUserDisabled = "error_user_disabled"
    /// The error `weak_password`.
    case errorWeakPassword = "error_weak_password"
    /// Button: adds a second factor.
    case factorAddApp = "factor_add_app"
    /// Button: adds a second factor.
    case factorAddPhone = "factor_add_phone"
    /// Link: hands the key to an authenticator app.
    case factorAppOpen = "factor_app_open"
    /// Above the key of an authenticator app.
    case factorAppText = "factor_app_text"
    /// A kind of second factor, and the label of its field.
    case factorPhone = "factor_phone"
    /// Above the field for a number.
    case factorPhoneText = "factor_phone_text"
    /// Before a second factor is taken away.
    case factorRemoveQuestion = "factor_remove_question"
    /// Below that question.
    case factorRemoveText = "factor_remove_text"
    /// Above the second factors of an account.
    case factorsTitle = "factors_title"
    /// Label of a field.
    case fieldBio = "field_bio"
    /// Label of a field.
    case fieldEmail = "field_email"
    /// Label of a field.
    case fieldFamilyName = "field_family_name"
    /// Label of a field.
    case fieldGivenName = "field_given_name"
    /// Label of a field.
    case fieldPassword = "field_password"
    /// Who has no sign-in method yet.
    case guest = "guest"
    /// Above the buttons by which a guest becomes a person.
    case keepAccountText = "keep_account_text"
    /// While the session or the profile is read, and read out.
    case loading = "loading"
    /// Below that title.
    case lockedText = "locked_text"
    /// Title while the session cannot be read.
    case lockedTitle = "locked_title"
    /// Button: the system asks for the face, the finger or the passcode.
    case lockedUnlock = "locked_unlock"
    /// Title of the login page.
    case loginTitle = "login_title"
    /// Button: adds a way to sign in, such as Google.
    case methodAdd = "method_add"
    /// A way to sign in that has no name.
    case methodOther = "method_other"
    /// Before a way to sign in is taken away.
    case methodRemoveQuestion = "method_remove_question"
    /// Below that question.
    case methodRemoveText = "method_remove_text"
    /// Above the ways to sign in that an account has.
    case methodsTitle = "methods_title"
    /// A number of minutes.
    case minutes = "minutes"
    /// Button: the next page or step.
    case next = "next"
    /// Why nobody is signed in.
    case noticeAccountDeleted = "notice_account_deleted"
    /// After the deletion of an account: what only the person can do about Sign in with Apple, and where.
    case noticeAppleConsentRemains = "notice_apple_consent_remains"
    /// Why nobody is signed in.
    case noticeSignedOutElsewhere = "notice_signed_out_elsewhere"
    /// Title of the onboarding.
    case onboardingTitle = "onboarding_title"
    /// Above the form that adds a password to an account.
    case passwordAddText = "password_add_text"
    /// Title of the form that adds a password to an account.
    case passwordAddTitle = "password_add_title"
    /// Button, and title of the form.
    case passwordChange = "password_change"
    /// Button: shows the form with an address and a password.
    case passwordContinue = "password_continue"
    /// Label of a field.
    case passwordCurrent = "password_current"
    /// Button: shows the form for a mail by which a password is reset.
    case passwordForgotten = "password_forgotten"
    /// Button: shows the sign-in in place of the registration.
    case passwordHasAccount = "password_has_account"
    /// Label of a field.
    case passwordNext = "password_next"
    /// Button: shows the registration in place of the sign-in.
    case passwordNoAccount = "password_no_account"
    /// Button: has a mail sent by which a password is reset.
    case passwordResetSend = "password_reset_send"
    /// After that mail was asked for.
    case passwordResetSent = "password_reset_sent"
    /// Above the form for that mail.
    case passwordResetText = "password_reset_text"
    /// Title of the form for that mail.
    case passwordResetTitle = "password_reset_title"
    /// After a password was added or changed.
    case passwordSaved = "password_saved"
    /// Button: puts the recovery codes away.
    case recoveryCodesDone = "recovery_codes_done"
    /// Button: makes recovery codes. %1$@ is how many of the last ones have not been used.
    case recoveryCodesMake = "recovery_codes_make"
    /// Before recovery codes are made anew.
    case recoveryCodesQuestion = "recovery_codes_question"
    /// Button: makes recovery codes anew.
    case recoveryCodesReplace = "recovery_codes_replace"
    /// Above the recovery codes.
    case recoveryCodesText = "recovery_codes_text"
    /// Title above the recovery codes.
    case recoveryCodesTitle = "recovery_codes_title"
    /// Button: sends the registration form.
    case register = "register"
    /// Above the registration form.
    case registrationText = "registration_text"
    /// Title of the registration form.
    case registrationTitle = "registration_title"
    /// Button: takes a way to sign in away.
    case remove = "remove"
    /// With the request's id, to be quoted in a report.
    case reportReference = "report_reference"
    /// With a time in minutes or seconds.
    case retryAfter = "retry_after"
    /// Above the switch between the roles.
    case roleQuestion = "role_question"
    /// Button: saves what was filled in.
    case save = "save"
    /// Below a form that was saved.
    case saved = "saved"
    /// Below a form that was saved without a network.
    case savedOnDevice = "saved_on_device"
    /// Below a form of a guest that was saved, where only people have a profile at the server.
    case savedUntilSignIn = "saved_until_sign_in"
    /// Choice: the code of an authenticator app.
    case secondFactorApp = "second_factor_app"
    /// Below that title, for an authenticator app.
    case secondFactorAppText = "second_factor_app_text"
    /// Label of the field for the code.
    case secondFactorCode = "second_factor_code"
    /// Button: shows the second factor.
    case secondFactorConfirm = "second_factor_confirm"
    /// Choice: a code that is sent to a phone. %1$@ is its number, mostly hidden.
    case secondFactorPhone = "second_factor_phone"
    /// Below that title, for a phone. %1$@ is its number, mostly hidden.
    case secondFactorPhoneText = "second_factor_phone_text"
    /// Choice: a recovery code.
    case secondFactorRecovery = "second_factor_recovery"
    /// Below that title, for a recovery code.
    case secondFactorRecoveryText = "second_factor_recovery_text"
    /// Button: has a code sent to the phone.
    case secondFactorSendText = "second_factor_send_text"
    /// After a text was sent. %1$@ is the number, mostly hidden.
    case secondFactorTexted = "second_factor_texted"
    /// Title of the second step of a sign-in.
    case secondFactorTitle = "second_factor_title"
    /// After a code that is not right.
    case secondFactorWrong = "second_factor_wrong"
    /// A number of seconds.
    case seconds = "seconds"
    /// A session of the account screen: the date of its sign-in.
    case sessionBegun = "session_begun"
    /// A session of the account screen.
    case sessionCurrent = "session_current"
    /// Before another session is ended.
    case sessionEndQuestion = "session_end_question"
    /// Below that question.
    case sessionEndText = "session_end_text"
    /// A session of the account screen: the date of its last use.
    case sessionLastUsed = "session_last_used"
    /// Button: ends all sessions but this one.
    case sessionsEndOthers = "sessions_end_others"
    /// Before all other sessions are ended.
    case sessionsEndOthersQuestion = "sessions_end_others_question"
    /// Above the devices on which somebody is signed in.
    case sessionsTitle = "sessions_title"
    /// Apple's button, in Apple's own words.
    case signInWithApple = "sign_in_with_apple"
    /// Google's button, in Google's own words.
    case signInWithGoogle = "sign_in_with_google"
    /// Button.
    case signOut = "sign_out"
    /// Below that question, for a guest.
    case signOutGuestText = "sign_out_guest_text"
    /// Before a sign-out.
    case signOutQuestion = "sign_out_question"
    /// With a name or an e-mail address.
    case signedInAs = "signed_in_as"
    /// Beside the progress of a sign-in, and read out.
    case signingIn = "signing_in"
    /// Which step of a form or the onboarding is shown, and how many there are.
    case stepOf = "step_of"
}
