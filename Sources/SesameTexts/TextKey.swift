// Made by scripts/texts from the files in Texts: change those, then run it.

/// The key of a text for users.
public enum TextKey: String, Sendable, CaseIterable {
    /// Title of the account screen.
    case accountTitle = "account_title"
    /// Button shown with an error: lets the user choose between two accounts.
    case actionChooseAccount = "action_choose_account"
    /// Button shown with an error: offers the other sign-in methods.
    case actionChooseAnotherWay = "action_choose_another_way"
    /// Button shown with an error: goes back to the form to correct the input.
    case actionCorrect = "action_correct"
    /// Button shown with an error: asks the user to confirm their identity.
    case actionReauthenticate = "action_reauthenticate"
    /// Button shown with an error: opens the registration form.
    case actionRegister = "action_register"
    /// Button shown with an error: reports the problem to the app’s developer.
    case actionReport = "action_report"
    /// Button shown with an error: starts the expired step again.
    case actionRestart = "action_restart"
    /// Button shown with an error: repeats the request.
    case actionRetry = "action_retry"
    /// Button shown with an error: asks for the second factor.
    case actionShowSecondFactor = "action_show_second_factor"
    /// Button shown with an error: goes to the sign-in.
    case actionSignInAgain = "action_sign_in_again"
    /// Button: the page or step before.
    case back = "back"
    /// Notice while stored data is shown because the server cannot be reached.
    case cachedNotice = "cached_notice"
    /// Button: cancels the current step, or dismisses a question without acting.
    case cancel = "cancel"
    /// Text below `chooseAccountTitle`, for a guest.
    case chooseAccountGuestText = "choose_account_guest_text"
    /// Choice: cancels the change of account.
    case chooseAccountKeep = "choose_account_keep"
    /// Choice: merges the two accounts.
    case chooseAccountMerge = "choose_account_merge"
    /// Choice: signs in to the other account.
    case chooseAccountSwitch = "choose_account_switch"
    /// Text below `chooseAccountTitle`.
    case chooseAccountText = "choose_account_text"
    /// Title of the choice if an identity belongs to another account.
    case chooseAccountTitle = "choose_account_title"
    /// Button: dismisses a message.
    case close = "close"
    /// Button: sends a new code.
    case codeAgain = "code_again"
    /// Text above the form for an emailed code that confirms the user's identity. %1$@ is the address.
    case codeConfirmText = "code_confirm_text"
    /// Button: goes back to the choice of an address or number.
    case codeElsewhere = "code_elsewhere"
    /// Text above the email field.
    case codeEmailText = "code_email_text"
    /// Error: the address or number is not the account's.
    case codeForeign = "code_foreign"
    /// Notice after a sign-in code was sent. %1$@ is an address or a number.
    case codeOnItsWay = "code_on_its_way"
    /// Label of the field for an address or a number.
    case codeReceiver = "code_receiver"
    /// Text above the field for an email address or phone number.
    case codeReceiverText = "code_receiver_text"
    /// Button: sends a code to an address or a number.
    case codeSend = "code_send"
    /// Notice after a code was sent to a signed-in user. %1$@ is the address.
    case codeSent = "code_sent"
    /// Button and title: the sign-in by a code that is sent.
    case codeTitle = "code_title"
    /// Error: the code is wrong or has expired.
    case codeWrong = "code_wrong"
    /// Text below `confirmIdentityTitle`.
    case confirmIdentityText = "confirm_identity_text"
    /// Title of the form in which a signed-in user confirms their identity.
    case confirmIdentityTitle = "confirm_identity_title"
    /// Button: signs in as a guest.
    case continueAsGuest = "continue_as_guest"
    /// Apple's button on a page that also registers, in Apple's own words.
    case continueWithApple = "continue_with_apple"
    /// Google's button on a page that also registers, in Google's own words.
    case continueWithGoogle = "continue_with_google"
    /// Title of the sign-in step.
    case createSecureAccount = "create_secure_account"
    /// Button: opens the deletion question.
    case deleteAccount = "delete_account"
    /// Button: deletes the account.
    case deleteAccountConfirm = "delete_account_confirm"
    /// Question before the deletion of the account.
    case deleteAccountQuestion = "delete_account_question"
    /// Text below `deleteAccountQuestion`.
    case deleteAccountText = "delete_account_text"
    /// Button: finishes the onboarding.
    case done = "done"
    /// Button: sends a mail that verifies the address. Shown if the account needs a verified address.
    case emailVerify = "email_verify"
    /// Notice after the verification mail was sent.
    case emailVerifySent = "email_verify_sent"
    /// Message for the error `account_not_found`.
    case errorAccountNotFound = "error_account_not_found"
    /// Message for the error `cancelled`.
    case errorCancelled = "error_cancelled"
    /// Message for the error `credential_in_use`.
    case errorCredentialInUse = "error_credential_in_use"
    /// Message for the error `guest_signed_in`: this sign-in would abandon the guest account.
    case errorGuestSignedIn = "error_guest_signed_in"
    /// Message for the error `insufficient_scope`.
    case errorInsufficientScope = "error_insufficient_scope"
    /// Message for the error `internal`.
    case errorInternal = "error_internal"
    /// Message for the error `invalid_credentials`.
    case errorInvalidCredentials = "error_invalid_credentials"
    /// Message for the error `invalid_nonce`.
    case errorInvalidNonce = "error_invalid_nonce"
    /// Message for the error `invalid_request`.
    case errorInvalidRequest = "error_invalid_request"
    /// Message for the error `invalid_token`.
    case errorInvalidToken = "error_invalid_token"
    /// Message for the error `invalid_transition`.
    case errorInvalidTransition = "error_invalid_transition"
    /// Message for the error `last_method`.
    case errorLastMethod = "error_last_method"
    /// Message for the error `not_authenticated`.
    case errorNotAuthenticated = "error_not_authenticated"
    /// Message for the error `not_found`.
    case errorNotFound = "error_not_found"
    /// Message for the error `nothing_to_undo`.
    case errorNothingToUndo = "error_nothing_to_undo"
    /// Message for the error `offline`.
    case errorOffline = "error_offline"
    /// Message for the error `precondition_failed`.
    case errorPreconditionFailed = "error_precondition_failed"
    /// Message for the error `profile_incomplete`.
    case errorProfileIncomplete = "error_profile_incomplete"
    /// Message for the error `provider_already_linked`.
    case errorProviderAlreadyLinked = "error_provider_already_linked"
    /// Message for the error `provider_required`.
    case errorProviderRequired = "error_provider_required"
    /// Message for the error `provider_unavailable`.
    case errorProviderUnavailable = "error_provider_unavailable"
    /// Message for the error `rate_limited`.
    case errorRateLimited = "error_rate_limited"
    /// Message for the error `read_only_field`.
    case errorReadOnlyField = "error_read_only_field"
    /// Message for the error `reauthentication_required`.
    case errorReauthenticationRequired = "error_reauthentication_required"
    /// Message for the error `role_mismatch`.
    case errorRoleMismatch = "error_role_mismatch"
    /// Message for the error `second_factor_required`.
    case errorSecondFactorRequired = "error_second_factor_required"
    /// Message for the error `session_ended`.
    case errorSessionEnded = "error_session_ended"
    /// Message for the error `session_revoked`.
    case errorSessionRevoked = "error_session_revoked"
    /// Message for the error `storage_locked`.
    case errorStorageLocked = "error_storage_locked"
    /// Message for the error `storage_unavailable`.
    case errorStorageUnavailable = "error_storage_unavailable"
    /// Message for the error `throttled`.
    case errorThrottled = "error_throttled"
    /// Message for the error `ticket_expired`.
    case errorTicketExpired = "error_ticket_expired"
    /// Message for the error `user_deleted`.
    case errorUserDeleted = "error_user_deleted"
    /// Message for the error `user_disabled`.
    case errorUserDisabled = "error_user_disabled"
    /// Message for the error `weak_password`.
    case errorWeakPassword = "error_weak_password"
    /// Button: adds an authenticator app.
    case factorAddApp = "factor_add_app"
    /// Button: adds a phone.
    case factorAddPhone = "factor_add_phone"
    /// Link: opens the key in an authenticator app.
    case factorAppOpen = "factor_app_open"
    /// Text above the key of an authenticator app.
    case factorAppText = "factor_app_text"
    /// Name of a kind of second factor; label of its field.
    case factorPhone = "factor_phone"
    /// Text above the phone number field.
    case factorPhoneText = "factor_phone_text"
    /// Question before a second factor is removed. %1$@ is its name.
    case factorRemoveQuestion = "factor_remove_question"
    /// Text below `factorRemoveQuestion`.
    case factorRemoveText = "factor_remove_text"
    /// Title above the account's second factors.
    case factorsTitle = "factors_title"
    /// Label of the field for a description of the user.
    case fieldBio = "field_bio"
    /// Label of the field for an email address.
    case fieldEmail = "field_email"
    /// Label of the field for the last name.
    case fieldFamilyName = "field_family_name"
    /// Label of the field for the first name.
    case fieldGivenName = "field_given_name"
    /// Label of the field for a password.
    case fieldPassword = "field_password"
    /// Name of a guest, who has no sign-in method.
    case guest = "guest"
    /// Text above the buttons that upgrade a guest.
    case keepAccountText = "keep_account_text"
    /// Placeholder while the session or the profile loads; read by VoiceOver.
    case loading = "loading"
    /// Text below `lockedTitle`.
    case lockedText = "locked_text"
    /// Title while the session cannot be read.
    case lockedTitle = "locked_title"
    /// Button: unlocks with Face ID, Touch ID or the passcode.
    case lockedUnlock = "locked_unlock"
    /// Title of the login page.
    case loginTitle = "login_title"
    /// Button: adds a sign-in method. %1$@ is its name, such as Google.
    case methodAdd = "method_add"
    /// Name of a sign-in method that has no name of its own.
    case methodOther = "method_other"
    /// Question before a sign-in method is removed. %1$@ is its name.
    case methodRemoveQuestion = "method_remove_question"
    /// Text below `methodRemoveQuestion`.
    case methodRemoveText = "method_remove_text"
    /// Title above the account's sign-in methods.
    case methodsTitle = "methods_title"
    /// Number of minutes. %1$@ is the number.
    case minutes = "minutes"
    /// Button: the next page or step.
    case next = "next"
    /// Notice after the account was deleted.
    case noticeAccountDeleted = "notice_account_deleted"
    /// Notice after the deletion of an account with Sign in with Apple: how the user revokes the consent.
    case noticeAppleConsentRemains = "notice_apple_consent_remains"
    /// Notice after a sign-out in another window.
    case noticeSignedOutElsewhere = "notice_signed_out_elsewhere"
    /// Title of the onboarding.
    case onboardingTitle = "onboarding_title"
    /// Text above the form that adds a password to an account.
    case passwordAddText = "password_add_text"
    /// Title of the form that adds a password to an account.
    case passwordAddTitle = "password_add_title"
    /// Button, and title of the form that changes the password.
    case passwordChange = "password_change"
    /// Button: shows the form for email and password.
    case passwordContinue = "password_continue"
    /// Label of the field for the current password.
    case passwordCurrent = "password_current"
    /// Button: shows the form that sends a password reset mail.
    case passwordForgotten = "password_forgotten"
    /// Button: switches from registration to sign-in.
    case passwordHasAccount = "password_has_account"
    /// Label of the field for the new password.
    case passwordNext = "password_next"
    /// Button: switches from sign-in to registration.
    case passwordNoAccount = "password_no_account"
    /// Button: sends a password reset mail.
    case passwordResetSend = "password_reset_send"
    /// Notice after a password reset mail was requested.
    case passwordResetSent = "password_reset_sent"
    /// Text above the form that sends a password reset mail.
    case passwordResetText = "password_reset_text"
    /// Title of the form that sends a password reset mail.
    case passwordResetTitle = "password_reset_title"
    /// Notice after a password was added or changed.
    case passwordSaved = "password_saved"
    /// Button: closes the recovery codes.
    case recoveryCodesDone = "recovery_codes_done"
    /// Button: creates recovery codes. %1$@ is the number of unused ones.
    case recoveryCodesMake = "recovery_codes_make"
    /// Question before the recovery codes are replaced.
    case recoveryCodesQuestion = "recovery_codes_question"
    /// Button: replaces the recovery codes.
    case recoveryCodesReplace = "recovery_codes_replace"
    /// Text above the recovery codes.
    case recoveryCodesText = "recovery_codes_text"
    /// Title above the recovery codes.
    case recoveryCodesTitle = "recovery_codes_title"
    /// Button: submits the registration form.
    case register = "register"
    /// Text above the registration form.
    case registrationText = "registration_text"
    /// Title of the registration form.
    case registrationTitle = "registration_title"
    /// Button: removes a sign-in method or a second factor.
    case remove = "remove"
    /// Request id, for a report. %1$@ is the id.
    case reportReference = "report_reference"
    /// Wait time after a rate limit. %1$@ is a time in minutes or seconds.
    case retryAfter = "retry_after"
    /// Label above the choice of a role.
    case roleQuestion = "role_question"
    /// Button: saves the form.
    case save = "save"
    /// Notice below a form after it was saved.
    case saved = "saved"
    /// Notice below a form that was saved on the device and will be sent later.
    case savedOnDevice = "saved_on_device"
    /// Notice below a guest’s form that was saved on the device, because guests have no profile at the server.
    case savedUntilSignIn = "saved_until_sign_in"
    /// Choice: the authenticator app.
    case secondFactorApp = "second_factor_app"
    /// Text of the second step for an authenticator app.
    case secondFactorAppText = "second_factor_app_text"
    /// Label of the field for the code.
    case secondFactorCode = "second_factor_code"
    /// Button: submits the second factor.
    case secondFactorConfirm = "second_factor_confirm"
    /// Choice: a code sent to a phone. %1$@ is the masked number.
    case secondFactorPhone = "second_factor_phone"
    /// Text of the second step for a phone. %1$@ is the masked number.
    case secondFactorPhoneText = "second_factor_phone_text"
    /// Choice: a recovery code.
    case secondFactorRecovery = "second_factor_recovery"
    /// Text of the second step for a recovery code.
    case secondFactorRecoveryText = "second_factor_recovery_text"
    /// Button: sends a code to the phone.
    case secondFactorSendText = "second_factor_send_text"
    /// Notice after a text message was sent. %1$@ is the masked number.
    case secondFactorTexted = "second_factor_texted"
    /// Title of the second step of a sign-in.
    case secondFactorTitle = "second_factor_title"
    /// Error: the second-factor code is wrong.
    case secondFactorWrong = "second_factor_wrong"
    /// Number of seconds. %1$@ is the number.
    case seconds = "seconds"
    /// Session in the list of devices: the date of its sign-in.
    case sessionBegun = "session_begun"
    /// Name of the current session in the list of devices.
    case sessionCurrent = "session_current"
    /// Question before another session is ended.
    case sessionEndQuestion = "session_end_question"
    /// Text below `sessionEndQuestion`.
    case sessionEndText = "session_end_text"
    /// Session in the list of devices: the date of its last use.
    case sessionLastUsed = "session_last_used"
    /// Button: ends all other sessions.
    case sessionsEndOthers = "sessions_end_others"
    /// Question before all other sessions are ended.
    case sessionsEndOthersQuestion = "sessions_end_others_question"
    /// Title above the account's sessions.
    case sessionsTitle = "sessions_title"
    /// Apple's button, in Apple's own words.
    case signInWithApple = "sign_in_with_apple"
    /// Google's button, in Google's own words.
    case signInWithGoogle = "sign_in_with_google"
    /// Button: signs out.
    case signOut = "sign_out"
    /// Text below `signOutQuestion`, for a guest.
    case signOutGuestText = "sign_out_guest_text"
    /// Question before a sign-out.
    case signOutQuestion = "sign_out_question"
    /// Name of the signed-in user. %1$@ is a name or an email address.
    case signedInAs = "signed_in_as"
    /// Progress of a sign-in; read by VoiceOver.
    case signingIn = "signing_in"
    /// Current step of a form or the onboarding. %1$@ is its number and %2$@ the number of steps.
    case stepOf = "step_of"
}
