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
  verifySecondFactor: Call<types.VerifySecondFactorData, types.VerifySecondFactorResponses>
  /** Ask for a link to choose a new password */
  requestPasswordReset: Call<types.RequestPasswordResetData, types.RequestPasswordResetResponses>
  /** Choose a new password with a link */
  resetPassword: Call<types.ResetPasswordData, types.ResetPasswordResponses>
  /** Confirm a new e-mail address with a link */
  confirmEmailChange: Call<types.ConfirmEmailChangeData, types.ConfirmEmailChangeResponses>
  /** End this session */
  signOut: Call<types.SignOutData, types.SignOutResponses>
  /** Your account */
  getAccount: Call<types.GetAccountData, types.GetAccountResponses>
  /** Change your name */
  updateAccount: Call<types.UpdateAccountData, types.UpdateAccountResponses>
  /** Close your account, for ever */
  closeAccount: Call<types.CloseAccountData, types.CloseAccountResponses>
  /** Prove again who you are */
  reauthenticate: Call<types.ReauthenticateData, types.ReauthenticateResponses>
  /** Choose another password; other sessions end */
  changePassword: Call<types.ChangePasswordData, types.ChangePasswordResponses>
  /** Move to another e-mail address */
  changeEmail: Call<types.ChangeEmailData, types.ChangeEmailResponses>
  /** Where you are signed in, newest first */
  listSessions: ListCall<types.ListSessionsData, types.ListSessionsResponses>
  /** End all sessions but this one */
  revokeOtherSessions: Call<types.RevokeOtherSessionsData, types.RevokeOtherSessionsResponses>
  /** End one session */
  endSession: Call<types.EndSessionData, types.EndSessionResponses>
  /** Get a secret for an app that makes codes */
  startTotpSetup: Call<types.StartTotpSetupData, types.StartTotpSetupResponses>
  /** Sign in without codes again */
  disableTotp: Call<types.DisableTotpData, types.DisableTotpResponses>
  /** Show that the app makes codes: from now on signing in asks for one */
  confirmTotpSetup: Call<types.ConfirmTotpSetupData, types.ConfirmTotpSetupResponses>
  /** Get new recovery codes; those before them are over */
  regenerateRecoveryCodes: Call<types.RegenerateRecoveryCodesData, types.RegenerateRecoveryCodesResponses>
  /** Your passkeys */
  listPasskeys: Call<types.ListPasskeysData, types.ListPasskeysResponses>
  /** Add the passkey that the browser made */
  addPasskey: Call<types.AddPasskeyData, types.AddPasskeyResponses>
  /** What a browser needs to make a passkey */
  startPasskeyRegistration: Call<types.StartPasskeyRegistrationData, types.StartPasskeyRegistrationResponses>
  /** Remove a passkey */
  deletePasskey: Call<types.DeletePasskeyData, types.DeletePasskeyResponses>
  /** What a browser needs to sign in with a passkey */
  startPasskeySignIn: Call<types.StartPasskeySignInData, types.StartPasskeySignInResponses>
  /** Sign in with a passkey; no code is asked for besides */
  signInWithPasskey: Call<types.SignInWithPasskeyData, types.SignInWithPasskeyResponses>
  /** Where else one can sign in from */
  listSignInProviders: Call<types.ListSignInProvidersData, types.ListSignInProvidersResponses>
  /** Begin to sign in with Discord or GitHub */
  startProviderSignIn: Call<types.StartProviderSignInData, types.StartProviderSignInResponses>
  /** Sign in with what Discord or GitHub answered */
  signInWithProvider: Call<types.SignInWithProviderData, types.SignInWithProviderResponses>
  /** Begin to connect Discord or GitHub to your account */
  startProviderConnection: Call<types.StartProviderConnectionData, types.StartProviderConnectionResponses>
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
  setStorePlan: Call<types.SetStorePlanData, types.SetStorePlanResponses>
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
  setDefaultServer: Call<types.SetDefaultServerData, types.SetDefaultServerResponses>
  /** Issue a new key */
  createServerKey: Call<types.CreateServerKeyData, types.CreateServerKeyResponses>
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
  deleteCategory: Call<types.DeleteCategoryData, types.DeleteCategoryResponses>
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
  createManualSale: Call<types.CreateManualSaleData, types.CreateManualSaleResponses>
  /** Refund, whole or by line */
  refundCheckout: Call<types.RefundCheckoutData, types.RefundCheckoutResponses>
  /** Everything about a checkout */
  getCheckout: Call<types.GetCheckoutData, types.GetCheckoutResponses>
  /** The evidence file for a dispute */
  getDisputeEvidence: Call<types.GetDisputeEvidenceData, types.GetDisputeEvidenceResponses>
  /** Delivery commands, newest first, with their receipts */
  listDeliveries: ListCall<types.ListDeliveriesData, types.ListDeliveriesResponses>
  /** A delivery command with every attempt */
  getDelivery: Call<types.GetDeliveryData, types.GetDeliveryResponses>
  /** Take a command out of the queue */
  cancelDelivery: Call<types.CancelDeliveryData, types.CancelDeliveryResponses>
  /** Send a finished command again, if it is still owed */
  resendDelivery: Call<types.ResendDeliveryData, types.ResendDeliveryResponses>
  /** Decide about a command that is held or rests */
  resolveDelivery: Call<types.ResolveDeliveryData, types.ResolveDeliveryResponses>
  /** What does not arrive by itself, and what to do about it; the oldest first */
  listDeadLetters: ListCall<types.ListDeadLettersData, types.ListDeadLettersResponses>
  /** What a redelivery would send: the dry run */
  previewRedelivery: Call<types.PreviewRedeliveryData, types.PreviewRedeliveryResponses>
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
  getStatistics: Call<types.GetStatisticsData, types.GetStatisticsResponses>
  /** Webhook endpoints, oldest first */
  listWebhooks: ListCall<types.ListWebhooksData, types.ListWebhooksResponses>
  /** Add an endpoint; its secret is shown once */
  createWebhook: Call<types.CreateWebhookData, types.CreateWebhookResponses>
  /** An endpoint */
  getWebhook: Call<types.GetWebhookData, types.GetWebhookResponses>
  /** Change what an endpoint hears of */
  updateWebhook: Call<types.UpdateWebhookData, types.UpdateWebhookResponses>
  /** Forget an endpoint, with what waits for it and its history */
  deleteWebhook: Call<types.DeleteWebhookData, types.DeleteWebhookResponses>
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
  resolveParkedPayment: Call<types.ResolveParkedPaymentData, types.ResolveParkedPaymentResponses>
  /** Who belongs to the store */
  listMembers: ListCall<types.ListMembersData, types.ListMembersResponses>
  /** Give a member another role */
  updateMemberRole: Call<types.UpdateMemberRoleData, types.UpdateMemberRoleResponses>
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
  listAuditLog: ListCall<types.ListAuditLogData, types.ListAuditLogResponses>
}

export const MANAGE_CALLS: Record<keyof ManageCalls, CallShape> = {
  whoAmI: { method: 'GET', path: '/api/manage/1.0/whoami' },
  signUp: { method: 'POST', path: '/api/manage/1.0/account/sign-up', hasBody: true, takesKey: true },
  confirmSignUp: { method: 'POST', path: '/api/manage/1.0/account/sign-up/confirm', hasBody: true, takesKey: true },
  signIn: { method: 'POST', path: '/api/manage/1.0/account/sign-in', hasBody: true, takesKey: true },
  verifySecondFactor: {
    method: 'POST',
    path: '/api/manage/1.0/account/sign-in/second-factor',
    hasBody: true,
    takesKey: true,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/manage/1.0/account/password-reset',
    hasBody: true,
    takesKey: true,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/manage/1.0/account/password-reset/confirm',
    hasBody: true,
    takesKey: true,
  },
  confirmEmailChange: { method: 'POST', path: '/api/manage/1.0/account/email/confirm', hasBody: true, takesKey: true },
  signOut: { method: 'POST', path: '/api/manage/1.0/account/sign-out', takesKey: true },
  getAccount: { method: 'GET', path: '/api/manage/1.0/account' },
  updateAccount: { method: 'PATCH', path: '/api/manage/1.0/account', hasBody: true, takesKey: true },
  closeAccount: { method: 'DELETE', path: '/api/manage/1.0/account', takesKey: true },
  reauthenticate: { method: 'POST', path: '/api/manage/1.0/account/reauthenticate', hasBody: true, takesKey: true },
  changePassword: { method: 'PUT', path: '/api/manage/1.0/account/password', hasBody: true, takesKey: true },
  changeEmail: { method: 'PUT', path: '/api/manage/1.0/account/email', hasBody: true, takesKey: true },
  listSessions: { method: 'GET', path: '/api/manage/1.0/account/sessions', query: ['limit', 'cursor'], isList: true },
  revokeOtherSessions: { method: 'DELETE', path: '/api/manage/1.0/account/sessions', takesKey: true },
  endSession: { method: 'DELETE', path: '/api/manage/1.0/account/sessions/{sessionId}', takesKey: true },
  startTotpSetup: { method: 'POST', path: '/api/manage/1.0/account/totp', takesKey: true },
  disableTotp: { method: 'DELETE', path: '/api/manage/1.0/account/totp', takesKey: true },
  confirmTotpSetup: { method: 'POST', path: '/api/manage/1.0/account/totp/confirm', hasBody: true, takesKey: true },
  regenerateRecoveryCodes: { method: 'POST', path: '/api/manage/1.0/account/recovery-codes', takesKey: true },
  listPasskeys: { method: 'GET', path: '/api/manage/1.0/account/passkeys' },
  addPasskey: { method: 'POST', path: '/api/manage/1.0/account/passkeys', hasBody: true, takesKey: true },
  startPasskeyRegistration: { method: 'POST', path: '/api/manage/1.0/account/passkeys/start', takesKey: true },
  deletePasskey: { method: 'DELETE', path: '/api/manage/1.0/account/passkeys/{passkeyId}', takesKey: true },
  startPasskeySignIn: { method: 'POST', path: '/api/manage/1.0/account/passkey-sign-in/start', takesKey: true },
  signInWithPasskey: { method: 'POST', path: '/api/manage/1.0/account/passkey-sign-in', hasBody: true, takesKey: true },
  listSignInProviders: { method: 'GET', path: '/api/manage/1.0/account/providers' },
  startProviderSignIn: { method: 'POST', path: '/api/manage/1.0/account/providers/{provider}/start', takesKey: true },
  signInWithProvider: {
    method: 'POST',
    path: '/api/manage/1.0/account/provider-sign-in',
    hasBody: true,
    takesKey: true,
  },
  startProviderConnection: {
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
  setStorePlan: { method: 'PUT', path: '/api/manage/1.0/stores/{storeId}/plan', hasBody: true, takesKey: true },
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
  setDefaultServer: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/make-default',
    takesKey: true,
  },
  createServerKey: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys', takesKey: true },
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
  deleteCategory: {
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
      'minTotalMinor',
      'maxTotalMinor',
      'search',
    ],
    isList: true,
  },
  createManualSale: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/checkouts',
    hasBody: true,
    takesKey: true,
  },
  refundCheckout: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/refund',
    hasBody: true,
    takesKey: true,
  },
  getCheckout: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}' },
  getDisputeEvidence: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/evidence' },
  listDeliveries: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/deliveries',
    query: ['limit', 'cursor', 'state', 'type', 'serverId', 'checkoutId', 'gameUserId', 'productId', 'from', 'to'],
    isList: true,
  },
  getDelivery: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/deliveries/{deliveryId}' },
  cancelDelivery: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/deliveries/{deliveryId}/cancel',
    takesKey: true,
  },
  resendDelivery: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/deliveries/{deliveryId}/resend',
    takesKey: true,
  },
  resolveDelivery: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/deliveries/{deliveryId}/resolve',
    hasBody: true,
    takesKey: true,
  },
  listDeadLetters: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/dead-letters',
    query: ['limit', 'cursor'],
    isList: true,
  },
  previewRedelivery: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/redeliveries/preview',
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
    query: ['limit', 'cursor', 'includeEnded'],
    isList: true,
  },
  banPlayer: {
    method: 'PUT',
    path: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/ban',
    hasBody: true,
    takesKey: true,
  },
  liftBan: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/ban', takesKey: true },
  getStatistics: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/statistics',
    query: ['from', 'to', 'timeZone'],
  },
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
  deleteWebhook: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}', takesKey: true },
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
    query: ['limit', 'cursor', 'includeResolved'],
    isList: true,
  },
  resolveParkedPayment: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/parked-payments/{parkedId}/resolve',
    hasBody: true,
    takesKey: true,
  },
  listMembers: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/members',
    query: ['limit', 'cursor'],
    isList: true,
  },
  updateMemberRole: {
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
  listAuditLog: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/audit-log',
    query: ['limit', 'cursor', 'actorId', 'action', 'subject'],
    isList: true,
  },
}
