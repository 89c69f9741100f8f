// Made from contract/openapi/manage-1.0.json by `npm run sdk:generate`; not to be edited.

import type { Call, CallShape, ListCall } from './call.ts'
import type * as types from './manage-types.ts'

export type ManageCalls = {
  /** Whose credential this is */
  whoAmI: Call<types.WhoAmIData, types.WhoAmIResponses>
  /** Ask for an account */
  signUp: Call<types.SignUpData, types.SignUpResponses>
  /** Open the account that a mail was sent for, and sign in */
  confirmSignUp: Call<types.ConfirmSignUpData, types.ConfirmSignUpResponses>
  /** Sign in with a password */
  signIn: Call<types.SignInData, types.SignInResponses>
  /** Finish signing in with a code */
  giveSecondFactor: Call<types.GiveSecondFactorData, types.GiveSecondFactorResponses>
  /** Ask for a link to choose a new password */
  forgotPassword: Call<types.ForgotPasswordData, types.ForgotPasswordResponses>
  /** Choose a new password with a link */
  resetPassword: Call<types.ResetPasswordData, types.ResetPasswordResponses>
  /** Confirm a new e-mail address with a link */
  confirmEmail: Call<types.ConfirmEmailData, types.ConfirmEmailResponses>
  /** End this session */
  signOut: Call<types.SignOutData, types.SignOutResponses>
  /** Your account */
  getAccount: Call<types.GetAccountData, types.GetAccountResponses>
  /** Change your name */
  updateAccount: Call<types.UpdateAccountData, types.UpdateAccountResponses>
  /** Close your account, for ever */
  closeAccount: Call<types.CloseAccountData, types.CloseAccountResponses>
  /** Prove again who you are */
  proveAgain: Call<types.ProveAgainData, types.ProveAgainResponses>
  /** Choose another password; other sessions end */
  changePassword: Call<types.ChangePasswordData, types.ChangePasswordResponses>
  /** Move to another e-mail address */
  changeEmail: Call<types.ChangeEmailData, types.ChangeEmailResponses>
  /** Where you are signed in, newest first */
  listSessions: ListCall<types.ListSessionsData, types.ListSessionsResponses>
  /** End all sessions but this one */
  endOtherSessions: Call<types.EndOtherSessionsData, types.EndOtherSessionsResponses>
  /** End one session */
  endSession: Call<types.EndSessionData, types.EndSessionResponses>
  /** Get a secret for an app that makes codes */
  beginTotp: Call<types.BeginTotpData, types.BeginTotpResponses>
  /** Sign in without codes again */
  removeTotp: Call<types.RemoveTotpData, types.RemoveTotpResponses>
  /** Show that the app makes codes: from now on signing in asks for one */
  confirmTotp: Call<types.ConfirmTotpData, types.ConfirmTotpResponses>
  /** Get new recovery codes; those before them are over */
  renewRecoveryCodes: Call<types.RenewRecoveryCodesData, types.RenewRecoveryCodesResponses>
  /** Your passkeys */
  listPasskeys: Call<types.ListPasskeysData, types.ListPasskeysResponses>
  /** Add the passkey that the browser made */
  addPasskey: Call<types.AddPasskeyData, types.AddPasskeyResponses>
  /** What a browser needs to make a passkey */
  beginPasskey: Call<types.BeginPasskeyData, types.BeginPasskeyResponses>
  /** Remove a passkey */
  removePasskey: Call<types.RemovePasskeyData, types.RemovePasskeyResponses>
  /** What a browser needs to sign in with a passkey */
  beginPasskeySignIn: Call<types.BeginPasskeySignInData, types.BeginPasskeySignInResponses>
  /** Sign in with a passkey; no code is asked for besides */
  signInWithPasskey: Call<types.SignInWithPasskeyData, types.SignInWithPasskeyResponses>
  /** Where else one can sign in from */
  listSignInProviders: Call<types.ListSignInProvidersData, types.ListSignInProvidersResponses>
  /** Begin to sign in with Discord or GitHub */
  beginProviderSignIn: Call<types.BeginProviderSignInData, types.BeginProviderSignInResponses>
  /** Sign in with what Discord or GitHub answered */
  signInWithProvider: Call<types.SignInWithProviderData, types.SignInWithProviderResponses>
  /** Begin to connect Discord or GitHub to your account */
  beginProviderConnection: Call<types.BeginProviderConnectionData, types.BeginProviderConnectionResponses>
  /** Connect what Discord or GitHub answered to your account */
  connectProvider: Call<types.ConnectProviderData, types.ConnectProviderResponses>
  /** No longer sign in with Discord or GitHub */
  disconnectProvider: Call<types.DisconnectProviderData, types.DisconnectProviderResponses>
  /** Your stores */
  listStores: ListCall<types.ListStoresData, types.ListStoresResponses>
  /** Open a store */
  createStore: Call<types.CreateStoreData, types.CreateStoreResponses>
  /** All stores of the platform */
  listAllStores: ListCall<types.ListAllStoresData, types.ListAllStoresResponses>
  /** The plans that stores are on */
  listPlans: Call<types.ListPlansData, types.ListPlansResponses>
  /** A store */
  getStore: Call<types.GetStoreData, types.GetStoreResponses>
  /** Change a store */
  updateStore: Call<types.UpdateStoreData, types.UpdateStoreResponses>
  /** Put a store on a plan */
  setPlan: Call<types.SetPlanData, types.SetPlanResponses>
  /** Move the clock of a test store ahead */
  advanceClock: Call<types.AdvanceClockData, types.AdvanceClockResponses>
  /** Game servers, oldest first, with their keys */
  listServers: ListCall<types.ListServersData, types.ListServersResponses>
  /** Add a game server, with its first key */
  createServer: Call<types.CreateServerData, types.CreateServerResponses>
  /** A game server */
  getServer: Call<types.GetServerData, types.GetServerResponses>
  /** Change a game server, or bind it to addresses */
  updateServer: Call<types.UpdateServerData, types.UpdateServerResponses>
  /** Send what names no server here from now on */
  makeServerDefault: Call<types.MakeServerDefaultData, types.MakeServerDefaultResponses>
  /** Issue a new key */
  issueServerKey: Call<types.IssueServerKeyData, types.IssueServerKeyResponses>
  /** Let a server keep the key it has from another platform */
  importServerKey: Call<types.ImportServerKeyData, types.ImportServerKeyResponses>
  /** Revoke all keys, or all but the newest */
  revokeServerKeys: Call<types.RevokeServerKeysData, types.RevokeServerKeysResponses>
  /** Revoke a key; it ends everywhere within a minute */
  revokeServerKey: Call<types.RevokeServerKeyData, types.RevokeServerKeyResponses>
  /** Categories, in the order that you gave them */
  listCategories: ListCall<types.ListCategoriesData, types.ListCategoriesResponses>
  /** Add a category */
  createCategory: Call<types.CreateCategoryData, types.CreateCategoryResponses>
  /** A category */
  getCategory: Call<types.GetCategoryData, types.GetCategoryResponses>
  /** Rename a category, or move it */
  updateCategory: Call<types.UpdateCategoryData, types.UpdateCategoryResponses>
  /** Remove a category; its products stay, without one */
  removeCategory: Call<types.RemoveCategoryData, types.RemoveCategoryResponses>
  /** Products, oldest first */
  listProducts: ListCall<types.ListProductsData, types.ListProductsResponses>
  /** Add a product */
  createProduct: Call<types.CreateProductData, types.CreateProductResponses>
  /** A product */
  getProduct: Call<types.GetProductData, types.GetProductResponses>
  /** Change a product */
  updateProduct: Call<types.UpdateProductData, types.UpdateProductResponses>
  /** Sell it no more */
  archiveProduct: Call<types.ArchiveProductData, types.ArchiveProductResponses>
  /** Sell it again */
  restoreProduct: Call<types.RestoreProductData, types.RestoreProductResponses>
  /** List and search checkouts, newest first */
  listCheckouts: ListCall<types.ListCheckoutsData, types.ListCheckoutsResponses>
  /** Sell by hand */
  sellByHand: Call<types.SellByHandData, types.SellByHandResponses>
  /** Refund, whole or by line */
  refundCheckout: Call<types.RefundCheckoutData, types.RefundCheckoutResponses>
  /** Everything about a checkout */
  getCheckout: Call<types.GetCheckoutData, types.GetCheckoutResponses>
  /** The evidence file for a dispute */
  getDisputeEvidence: Call<types.GetDisputeEvidenceData, types.GetDisputeEvidenceResponses>
  /** Delivery commands, newest first, with their receipts */
  listCommands: ListCall<types.ListCommandsData, types.ListCommandsResponses>
  /** A delivery command with every attempt */
  getCommand: Call<types.GetCommandData, types.GetCommandResponses>
  /** Take a command out of the queue */
  cancelCommand: Call<types.CancelCommandData, types.CancelCommandResponses>
  /** Send a finished command again, if it is still owed */
  resendCommand: Call<types.ResendCommandData, types.ResendCommandResponses>
  /** Decide about a command that is held or rests */
  settleCommand: Call<types.SettleCommandData, types.SettleCommandResponses>
  /** What does not arrive by itself, and what to do about it; the oldest first */
  listDeadLetters: ListCall<types.ListDeadLettersData, types.ListDeadLettersResponses>
  /** What a redelivery would send: the dry run */
  planRedelivery: Call<types.PlanRedeliveryData, types.PlanRedeliveryResponses>
  /** Redeliveries, newest first */
  listRedeliveries: ListCall<types.ListRedeliveriesData, types.ListRedeliveriesResponses>
  /** Give again what players still own, after a wipe */
  startRedelivery: Call<types.StartRedeliveryData, types.StartRedeliveryResponses>
  /** How far a redelivery is */
  getRedelivery: Call<types.GetRedeliveryData, types.GetRedeliveryResponses>
  /** Send no more; what was queued stays queued */
  stopRedelivery: Call<types.StopRedeliveryData, types.StopRedeliveryResponses>
  /** What players hold and held, newest first */
  listEntitlements: ListCall<types.ListEntitlementsData, types.ListEntitlementsResponses>
  /** Players, in the order of their ids */
  listPlayers: ListCall<types.ListPlayersData, types.ListPlayersResponses>
  /** A player: what he bought and holds, and what waits for him */
  getPlayer: Call<types.GetPlayerData, types.GetPlayerResponses>
  /** Everything the store holds about a player */
  exportPlayer: Call<types.ExportPlayerData, types.ExportPlayerResponses>
  /** Forget who a player is */
  erasePlayer: Call<types.ErasePlayerData, types.ErasePlayerResponses>
  /** Who may not buy */
  listBans: ListCall<types.ListBansData, types.ListBansResponses>
  /** Let a player buy nothing any more */
  banPlayer: Call<types.BanPlayerData, types.BanPlayerResponses>
  /** Let a banned player buy again */
  liftBan: Call<types.LiftBanData, types.LiftBanResponses>
  /** Sales, how fast they arrive, and what does not */
  getFigures: Call<types.GetFiguresData, types.GetFiguresResponses>
  /** Webhook endpoints, oldest first */
  listWebhooks: ListCall<types.ListWebhooksData, types.ListWebhooksResponses>
  /** Add an endpoint; its secret is shown once */
  createWebhook: Call<types.CreateWebhookData, types.CreateWebhookResponses>
  /** An endpoint */
  getWebhook: Call<types.GetWebhookData, types.GetWebhookResponses>
  /** Change what an endpoint hears of */
  updateWebhook: Call<types.UpdateWebhookData, types.UpdateWebhookResponses>
  /** Forget an endpoint, with what waits for it and its history */
  removeWebhook: Call<types.RemoveWebhookData, types.RemoveWebhookResponses>
  /** Send to it again, from now on */
  enableWebhook: Call<types.EnableWebhookData, types.EnableWebhookResponses>
  /** Send nothing to it any more */
  disableWebhook: Call<types.DisableWebhookData, types.DisableWebhookResponses>
  /** Make a new secret; the old one goes on signing beside it for a day */
  rotateWebhookSecret: Call<types.RotateWebhookSecretData, types.RotateWebhookSecretResponses>
  /** What was tried, newest first */
  listWebhookAttempts: ListCall<types.ListWebhookAttemptsData, types.ListWebhookAttemptsResponses>
  /** Send an event of no consequence */
  testWebhook: Call<types.TestWebhookData, types.TestWebhookResponses>
  /** Send one event once more, whether it arrived or not */
  resendEvent: Call<types.ResendEventData, types.ResendEventResponses>
  /** Send again what was recorded since a moment and did not arrive */
  resendFailedEvents: Call<types.ResendFailedEventsData, types.ResendFailedEventsResponses>
  /** Who can take money for the store, and what it takes to connect them */
  listPaymentProviders: Call<types.ListPaymentProvidersData, types.ListPaymentProvidersResponses>
  /** Connect a provider, or change how it is connected */
  connectPaymentProvider: Call<types.ConnectPaymentProviderData, types.ConnectPaymentProviderResponses>
  /** Forget how a provider is connected */
  disconnectPaymentProvider: Call<types.DisconnectPaymentProviderData, types.DisconnectPaymentProviderResponses>
  /** Payments that fit no checkout and wait for a person, oldest first */
  listParkedPayments: ListCall<types.ListParkedPaymentsData, types.ListParkedPaymentsResponses>
  /** Note that a parked payment was dealt with, and how */
  settleParkedPayment: Call<types.SettleParkedPaymentData, types.SettleParkedPaymentResponses>
  /** Who belongs to the store */
  listMembers: ListCall<types.ListMembersData, types.ListMembersResponses>
  /** Give a member another role */
  setMemberRole: Call<types.SetMemberRoleData, types.SetMemberRoleResponses>
  /** Take a member out; the tokens he made end with it */
  removeMember: Call<types.RemoveMemberData, types.RemoveMemberResponses>
  /** Invitations, newest first */
  listInvitations: ListCall<types.ListInvitationsData, types.ListInvitationsResponses>
  /** Invite somebody by e-mail */
  inviteMember: Call<types.InviteMemberData, types.InviteMemberResponses>
  /** Take an invitation back */
  revokeInvitation: Call<types.RevokeInvitationData, types.RevokeInvitationResponses>
  /** Accept an invitation to a store */
  acceptInvitation: Call<types.AcceptInvitationData, types.AcceptInvitationResponses>
  /** API tokens, newest first */
  listTokens: ListCall<types.ListTokensData, types.ListTokensResponses>
  /** Make an API token */
  createToken: Call<types.CreateTokenData, types.CreateTokenResponses>
  /** Revoke an API token */
  revokeToken: Call<types.RevokeTokenData, types.RevokeTokenResponses>
  /** What was done in the store, newest first */
  listAudit: ListCall<types.ListAuditData, types.ListAuditResponses>
}

export const MANAGE_CALLS: Record<keyof ManageCalls, CallShape> = {
  whoAmI: { method: 'GET', path: '/api/manage/1.0/whoami' },
  signUp: { method: 'POST', path: '/api/manage/1.0/account/sign-up', hasBody: true, takesKey: true },
  confirmSignUp: { method: 'POST', path: '/api/manage/1.0/account/confirm', hasBody: true, takesKey: true },
  signIn: { method: 'POST', path: '/api/manage/1.0/account/sign-in', hasBody: true, takesKey: true },
  giveSecondFactor: { method: 'POST', path: '/api/manage/1.0/account/second-factor', hasBody: true, takesKey: true },
  forgotPassword: { method: 'POST', path: '/api/manage/1.0/account/forgot', hasBody: true, takesKey: true },
  resetPassword: { method: 'POST', path: '/api/manage/1.0/account/reset', hasBody: true, takesKey: true },
  confirmEmail: { method: 'POST', path: '/api/manage/1.0/account/email/confirm', hasBody: true, takesKey: true },
  signOut: { method: 'POST', path: '/api/manage/1.0/account/sign-out', takesKey: true },
  getAccount: { method: 'GET', path: '/api/manage/1.0/account' },
  updateAccount: { method: 'PATCH', path: '/api/manage/1.0/account', hasBody: true, takesKey: true },
  closeAccount: { method: 'DELETE', path: '/api/manage/1.0/account', takesKey: true },
  proveAgain: { method: 'POST', path: '/api/manage/1.0/account/proof', hasBody: true, takesKey: true },
  changePassword: { method: 'PUT', path: '/api/manage/1.0/account/password', hasBody: true, takesKey: true },
  changeEmail: { method: 'PUT', path: '/api/manage/1.0/account/email', hasBody: true, takesKey: true },
  listSessions: { method: 'GET', path: '/api/manage/1.0/account/sessions', query: ['limit', 'cursor'], isList: true },
  endOtherSessions: { method: 'DELETE', path: '/api/manage/1.0/account/sessions', takesKey: true },
  endSession: { method: 'DELETE', path: '/api/manage/1.0/account/sessions/{sessionId}', takesKey: true },
  beginTotp: { method: 'POST', path: '/api/manage/1.0/account/totp', takesKey: true },
  removeTotp: { method: 'DELETE', path: '/api/manage/1.0/account/totp', takesKey: true },
  confirmTotp: { method: 'POST', path: '/api/manage/1.0/account/totp/confirm', hasBody: true, takesKey: true },
  renewRecoveryCodes: { method: 'POST', path: '/api/manage/1.0/account/recovery-codes', takesKey: true },
  listPasskeys: { method: 'GET', path: '/api/manage/1.0/account/passkeys' },
  addPasskey: { method: 'POST', path: '/api/manage/1.0/account/passkeys', hasBody: true, takesKey: true },
  beginPasskey: { method: 'POST', path: '/api/manage/1.0/account/passkeys/begin', takesKey: true },
  removePasskey: { method: 'DELETE', path: '/api/manage/1.0/account/passkeys/{passkeyId}', takesKey: true },
  beginPasskeySignIn: { method: 'POST', path: '/api/manage/1.0/account/passkey-sign-in/begin', takesKey: true },
  signInWithPasskey: { method: 'POST', path: '/api/manage/1.0/account/passkey-sign-in', hasBody: true, takesKey: true },
  listSignInProviders: { method: 'GET', path: '/api/manage/1.0/account/providers' },
  beginProviderSignIn: { method: 'POST', path: '/api/manage/1.0/account/providers/{provider}/begin', takesKey: true },
  signInWithProvider: {
    method: 'POST',
    path: '/api/manage/1.0/account/provider-sign-in',
    hasBody: true,
    takesKey: true,
  },
  beginProviderConnection: {
    method: 'POST',
    path: '/api/manage/1.0/account/providers/{provider}/connect',
    takesKey: true,
  },
  connectProvider: {
    method: 'POST',
    path: '/api/manage/1.0/account/provider-connections',
    hasBody: true,
    takesKey: true,
  },
  disconnectProvider: { method: 'DELETE', path: '/api/manage/1.0/account/providers/{provider}', takesKey: true },
  listStores: { method: 'GET', path: '/api/manage/1.0/stores', query: ['limit', 'cursor'], isList: true },
  createStore: { method: 'POST', path: '/api/manage/1.0/stores', hasBody: true, takesKey: true },
  listAllStores: { method: 'GET', path: '/api/manage/1.0/platform/stores', query: ['limit', 'cursor'], isList: true },
  listPlans: { method: 'GET', path: '/api/manage/1.0/platform/plans' },
  getStore: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}' },
  updateStore: { method: 'PATCH', path: '/api/manage/1.0/stores/{storeId}', hasBody: true, takesKey: true },
  setPlan: { method: 'PUT', path: '/api/manage/1.0/stores/{storeId}/plan', hasBody: true, takesKey: true },
  advanceClock: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/clock', hasBody: true, takesKey: true },
  listServers: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/servers',
    query: ['limit', 'cursor'],
    isList: true,
  },
  createServer: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/servers', hasBody: true, takesKey: true },
  getServer: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}' },
  updateServer: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}',
    hasBody: true,
    takesKey: true,
  },
  makeServerDefault: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/make-default',
    takesKey: true,
  },
  issueServerKey: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys', takesKey: true },
  importServerKey: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys/import',
    hasBody: true,
    takesKey: true,
  },
  revokeServerKeys: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys/revoke',
    hasBody: true,
    takesKey: true,
  },
  revokeServerKey: {
    method: 'DELETE',
    path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys/{keyId}',
    takesKey: true,
  },
  listCategories: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/categories',
    query: ['limit', 'cursor'],
    isList: true,
  },
  createCategory: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/categories',
    hasBody: true,
    takesKey: true,
  },
  getCategory: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/categories/{categoryId}' },
  updateCategory: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/categories/{categoryId}',
    hasBody: true,
    takesKey: true,
  },
  removeCategory: {
    method: 'DELETE',
    path: '/api/manage/1.0/stores/{storeId}/categories/{categoryId}',
    takesKey: true,
  },
  listProducts: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/products',
    query: ['limit', 'cursor', 'categoryId', 'archived'],
    isList: true,
  },
  createProduct: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/products', hasBody: true, takesKey: true },
  getProduct: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/products/{productId}' },
  updateProduct: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/products/{productId}',
    hasBody: true,
    takesKey: true,
  },
  archiveProduct: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/products/{productId}/archive',
    takesKey: true,
  },
  restoreProduct: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/products/{productId}/restore',
    takesKey: true,
  },
  listCheckouts: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/checkouts',
    query: [
      'limit',
      'cursor',
      'state',
      'gameUserId',
      'reference',
      'productId',
      'from',
      'to',
      'leastTotalMinor',
      'mostTotalMinor',
      'search',
    ],
    isList: true,
  },
  sellByHand: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/checkouts', hasBody: true, takesKey: true },
  refundCheckout: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/refund',
    hasBody: true,
    takesKey: true,
  },
  getCheckout: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}' },
  getDisputeEvidence: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/evidence' },
  listCommands: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/commands',
    query: ['limit', 'cursor', 'state', 'type', 'serverId', 'checkoutId', 'gameUserId', 'productId', 'from', 'to'],
    isList: true,
  },
  getCommand: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/commands/{commandId}' },
  cancelCommand: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/commands/{commandId}/cancel',
    takesKey: true,
  },
  resendCommand: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/commands/{commandId}/resend',
    takesKey: true,
  },
  settleCommand: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/commands/{commandId}/settle',
    hasBody: true,
    takesKey: true,
  },
  listDeadLetters: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/dead-letters',
    query: ['limit', 'cursor'],
    isList: true,
  },
  planRedelivery: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/redeliveries/plan',
    hasBody: true,
    takesKey: true,
  },
  listRedeliveries: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/redeliveries',
    query: ['limit', 'cursor', 'state'],
    isList: true,
  },
  startRedelivery: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/redeliveries',
    hasBody: true,
    takesKey: true,
  },
  getRedelivery: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/redeliveries/{redeliveryId}' },
  stopRedelivery: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/redeliveries/{redeliveryId}/stop',
    takesKey: true,
  },
  listEntitlements: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/entitlements',
    query: ['limit', 'cursor', 'gameUserId', 'productId', 'state', 'endingBefore'],
    isList: true,
  },
  listPlayers: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/players',
    query: ['limit', 'cursor', 'search'],
    isList: true,
  },
  getPlayer: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}' },
  exportPlayer: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/export' },
  erasePlayer: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/erase',
    hasBody: true,
    takesKey: true,
  },
  listBans: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/bans',
    query: ['limit', 'cursor', 'withEnded'],
    isList: true,
  },
  banPlayer: {
    method: 'PUT',
    path: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/ban',
    hasBody: true,
    takesKey: true,
  },
  liftBan: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/ban', takesKey: true },
  getFigures: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/figures', query: ['from', 'to', 'zone'] },
  listWebhooks: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/webhooks',
    query: ['limit', 'cursor'],
    isList: true,
  },
  createWebhook: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/webhooks', hasBody: true, takesKey: true },
  getWebhook: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}' },
  updateWebhook: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}',
    hasBody: true,
    takesKey: true,
  },
  removeWebhook: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}', takesKey: true },
  enableWebhook: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/enable',
    takesKey: true,
  },
  disableWebhook: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/disable',
    takesKey: true,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/rotate-secret',
    hasBody: true,
    takesKey: true,
  },
  listWebhookAttempts: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/attempts',
    query: ['limit', 'cursor', 'eventId'],
    isList: true,
  },
  testWebhook: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/test', takesKey: true },
  resendEvent: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/events/{eventId}/resend',
    takesKey: true,
  },
  resendFailedEvents: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/resend-failed',
    hasBody: true,
    takesKey: true,
  },
  listPaymentProviders: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/payment-providers' },
  connectPaymentProvider: {
    method: 'PUT',
    path: '/api/manage/1.0/stores/{storeId}/payment-providers/{provider}',
    hasBody: true,
    takesKey: true,
  },
  disconnectPaymentProvider: {
    method: 'DELETE',
    path: '/api/manage/1.0/stores/{storeId}/payment-providers/{provider}',
    takesKey: true,
  },
  listParkedPayments: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/parked-payments',
    query: ['limit', 'cursor', 'settled'],
    isList: true,
  },
  settleParkedPayment: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/parked-payments/{parkedId}/settle',
    hasBody: true,
    takesKey: true,
  },
  listMembers: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/members',
    query: ['limit', 'cursor'],
    isList: true,
  },
  setMemberRole: {
    method: 'PUT',
    path: '/api/manage/1.0/stores/{storeId}/members/{accountId}/role',
    hasBody: true,
    takesKey: true,
  },
  removeMember: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/members/{accountId}', takesKey: true },
  listInvitations: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/invitations',
    query: ['limit', 'cursor'],
    isList: true,
  },
  inviteMember: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/invitations', hasBody: true, takesKey: true },
  revokeInvitation: {
    method: 'DELETE',
    path: '/api/manage/1.0/stores/{storeId}/invitations/{invitationId}',
    takesKey: true,
  },
  acceptInvitation: { method: 'POST', path: '/api/manage/1.0/invitations/accept', hasBody: true, takesKey: true },
  listTokens: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/tokens',
    query: ['limit', 'cursor'],
    isList: true,
  },
  createToken: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/tokens', hasBody: true, takesKey: true },
  revokeToken: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/tokens/{tokenId}', takesKey: true },
  listAudit: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/audit',
    query: ['limit', 'cursor', 'actorId', 'action', 'subject'],
    isList: true,
  },
}
