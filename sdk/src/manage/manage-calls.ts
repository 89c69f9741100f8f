// Generated from contract/openapi/manage-1.0.json by `npm run sdk:generate`. Do not edit.

import type { Call, CallShape, ListCall, WithFile } from '../call.ts'
import type * as types from './manage-types.ts'

export type ManageCalls = {
  /** Get the caller */
  whoAmI: Call<types.WhoAmIData, types.WhoAmIResponses>
  /** Sign up */
  signUp: Call<types.SignUpData, types.SignUpResponses>
  /** Confirm a sign-up */
  confirmSignUp: Call<types.ConfirmSignUpData, types.ConfirmSignUpResponses>
  /** Sign in with a password */
  signIn: Call<types.SignInData, types.SignInResponses>
  /** Verify the second factor */
  verifySecondFactor: Call<types.VerifySecondFactorData, types.VerifySecondFactorResponses>
  /** Sign out */
  signOut: Call<types.SignOutData, types.SignOutResponses>
  /** Request a password reset */
  requestPasswordReset: Call<types.RequestPasswordResetData, types.RequestPasswordResetResponses>
  /** Reset a password */
  resetPassword: Call<types.ResetPasswordData, types.ResetPasswordResponses>
  /** Preview a password reset */
  previewPasswordReset: Call<types.PreviewPasswordResetData, types.PreviewPasswordResetResponses>
  /** Undo a change of an account */
  undoChange: Call<types.UndoChangeData, types.UndoChangeResponses>
  /** Confirm a new e-mail address */
  confirmEmailChange: Call<types.ConfirmEmailChangeData, types.ConfirmEmailChangeResponses>
  /** Approve a new e-mail address */
  approveEmailChange: Call<types.ApproveEmailChangeData, types.ApproveEmailChangeResponses>
  /** Get your account */
  getAccount: Call<types.GetAccountData, types.GetAccountResponses>
  /** Update your account */
  updateAccount: Call<types.UpdateAccountData, types.UpdateAccountResponses>
  /** Close your account */
  closeAccount: Call<types.CloseAccountData, types.CloseAccountResponses>
  /** Choose which alerts you do not get */
  setMutedAlerts: Call<types.SetMutedAlertsData, types.SetMutedAlertsResponses>
  /** Stop alerts of a kind */
  muteAlert: Call<types.MuteAlertData, types.MuteAlertResponses>
  /** Reauthenticate */
  reauthenticate: Call<types.ReauthenticateData, types.ReauthenticateResponses>
  /** Change your password */
  changePassword: Call<types.ChangePasswordData, types.ChangePasswordResponses>
  /** Change your e-mail address */
  changeEmail: Call<types.ChangeEmailData, types.ChangeEmailResponses>
  /** List your sessions */
  listSessions: ListCall<types.ListSessionsData, types.ListSessionsResponses>
  /** Revoke all other sessions */
  revokeOtherSessions: Call<types.RevokeOtherSessionsData, types.RevokeOtherSessionsResponses>
  /** Revoke a session */
  revokeSession: Call<types.RevokeSessionData, types.RevokeSessionResponses>
  /** Start the setup of an authenticator app */
  startTotpSetup: Call<types.StartTotpSetupData, types.StartTotpSetupResponses>
  /** Disable the authenticator app */
  disableTotp: Call<types.DisableTotpData, types.DisableTotpResponses>
  /** Confirm the setup of an authenticator app */
  confirmTotpSetup: Call<types.ConfirmTotpSetupData, types.ConfirmTotpSetupResponses>
  /** Regenerate the recovery codes */
  regenerateRecoveryCodes: Call<types.RegenerateRecoveryCodesData, types.RegenerateRecoveryCodesResponses>
  /** List your passkeys */
  listPasskeys: Call<types.ListPasskeysData, types.ListPasskeysResponses>
  /** Finish the registration of a passkey */
  finishPasskeyRegistration: Call<types.FinishPasskeyRegistrationData, types.FinishPasskeyRegistrationResponses>
  /** Start the registration of a passkey */
  startPasskeyRegistration: Call<types.StartPasskeyRegistrationData, types.StartPasskeyRegistrationResponses>
  /** Delete a passkey */
  deletePasskey: Call<types.DeletePasskeyData, types.DeletePasskeyResponses>
  /** Start signing in with a passkey */
  startPasskeySignIn: Call<types.StartPasskeySignInData, types.StartPasskeySignInResponses>
  /** Sign in with a passkey */
  signInWithPasskey: Call<types.SignInWithPasskeyData, types.SignInWithPasskeyResponses>
  /** List the sign-in providers */
  listSignInProviders: Call<types.ListSignInProvidersData, types.ListSignInProvidersResponses>
  /** Start signing in with Discord or GitHub */
  startProviderSignIn: Call<types.StartProviderSignInData, types.StartProviderSignInResponses>
  /** Sign in with Discord or GitHub */
  signInWithProvider: Call<types.SignInWithProviderData, types.SignInWithProviderResponses>
  /** Start connecting Discord or GitHub to your account */
  startSignInProviderConnection: Call<
    types.StartSignInProviderConnectionData,
    types.StartSignInProviderConnectionResponses
  >
  /** Connect Discord or GitHub to your account */
  connectSignInProvider: Call<types.ConnectSignInProviderData, types.ConnectSignInProviderResponses>
  /** Disconnect Discord or GitHub from your account */
  disconnectSignInProvider: Call<types.DisconnectSignInProviderData, types.DisconnectSignInProviderResponses>
  /** List your stores */
  listStores: ListCall<types.ListStoresData, types.ListStoresResponses>
  /** Create a store */
  createStore: Call<types.CreateStoreData, types.CreateStoreResponses>
  /** List all stores of the platform */
  listAllStores: ListCall<types.ListAllStoresData, types.ListAllStoresResponses>
  /** List the plans that stores are on */
  listPlans: Call<types.ListPlansData, types.ListPlansResponses>
  /** Get a store */
  getStore: Call<types.GetStoreData, types.GetStoreResponses>
  /** Update a store */
  updateStore: Call<types.UpdateStoreData, types.UpdateStoreResponses>
  /** Set the plan of a store */
  setStorePlan: Call<types.SetStorePlanData, types.SetStorePlanResponses>
  /** Advance the clock of a test store */
  advanceClock: Call<types.AdvanceClockData, types.AdvanceClockResponses>
  /** List game servers */
  listServers: ListCall<types.ListServersData, types.ListServersResponses>
  /** Create a game server */
  createServer: Call<types.CreateServerData, types.CreateServerResponses>
  /** Get a game server */
  getServer: Call<types.GetServerData, types.GetServerResponses>
  /** Update a game server */
  updateServer: Call<types.UpdateServerData, types.UpdateServerResponses>
  /** Make a game server the default */
  setDefaultServer: Call<types.SetDefaultServerData, types.SetDefaultServerResponses>
  /** Create a server key */
  createServerKey: Call<types.CreateServerKeyData, types.CreateServerKeyResponses>
  /** Import a server key */
  importServerKey: Call<types.ImportServerKeyData, types.ImportServerKeyResponses>
  /** Revoke all server keys, or all except the newest */
  revokeServerKeys: Call<types.RevokeServerKeysData, types.RevokeServerKeysResponses>
  /** Revoke a server key */
  revokeServerKey: Call<types.RevokeServerKeyData, types.RevokeServerKeyResponses>
  /** List categories */
  listCategories: ListCall<types.ListCategoriesData, types.ListCategoriesResponses>
  /** Create a category */
  createCategory: Call<types.CreateCategoryData, types.CreateCategoryResponses>
  /** Get a category */
  getCategory: Call<types.GetCategoryData, types.GetCategoryResponses>
  /** Update a category */
  updateCategory: Call<types.UpdateCategoryData, types.UpdateCategoryResponses>
  /** Delete a category */
  deleteCategory: Call<types.DeleteCategoryData, types.DeleteCategoryResponses>
  /** List groups of tiers */
  listTierGroups: Call<types.ListTierGroupsData, types.ListTierGroupsResponses>
  /** Create a group of tiers */
  createTierGroup: Call<types.CreateTierGroupData, types.CreateTierGroupResponses>
  /** Update a group of tiers */
  updateTierGroup: Call<types.UpdateTierGroupData, types.UpdateTierGroupResponses>
  /** Delete a group of tiers */
  deleteTierGroup: Call<types.DeleteTierGroupData, types.DeleteTierGroupResponses>
  /** List products */
  listProducts: ListCall<types.ListProductsData, types.ListProductsResponses>
  /** Create a product */
  createProduct: Call<types.CreateProductData, types.CreateProductResponses>
  /** Get a product */
  getProduct: Call<types.GetProductData, types.GetProductResponses>
  /** Update a product */
  updateProduct: Call<types.UpdateProductData, types.UpdateProductResponses>
  /** Archive a product */
  archiveProduct: Call<types.ArchiveProductData, types.ArchiveProductResponses>
  /** Restore an archived product */
  restoreProduct: Call<types.RestoreProductData, types.RestoreProductResponses>
  /** List sales */
  listSales: ListCall<types.ListSalesData, types.ListSalesResponses>
  /** Create a sale */
  createSale: Call<types.CreateSaleData, types.CreateSaleResponses>
  /** Get a sale */
  getSale: Call<types.GetSaleData, types.GetSaleResponses>
  /** Update a sale */
  updateSale: Call<types.UpdateSaleData, types.UpdateSaleResponses>
  /** Delete a sale */
  deleteSale: Call<types.DeleteSaleData, types.DeleteSaleResponses>
  /** Preview a price */
  previewPrice: Call<types.PreviewPriceData, types.PreviewPriceResponses>
  /** List coupons */
  listCoupons: ListCall<types.ListCouponsData, types.ListCouponsResponses>
  /** Create a coupon */
  createCoupon: Call<types.CreateCouponData, types.CreateCouponResponses>
  /** Get a coupon */
  getCoupon: Call<types.GetCouponData, types.GetCouponResponses>
  /** Update a coupon */
  updateCoupon: Call<types.UpdateCouponData, types.UpdateCouponResponses>
  /** Delete a coupon */
  deleteCoupon: Call<types.DeleteCouponData, types.DeleteCouponResponses>
  /** List creators */
  listCreators: ListCall<types.ListCreatorsData, types.ListCreatorsResponses>
  /** Create a creator with a code */
  createCreator: Call<types.CreateCreatorData, types.CreateCreatorResponses>
  /** Get a creator */
  getCreator: Call<types.GetCreatorData, types.GetCreatorResponses>
  /** Update a creator */
  updateCreator: Call<types.UpdateCreatorData, types.UpdateCreatorResponses>
  /** Delete a creator */
  deleteCreator: Call<types.DeleteCreatorData, types.DeleteCreatorResponses>
  /** List a creator's ledger */
  listCreatorEntries: ListCall<types.ListCreatorEntriesData, types.ListCreatorEntriesResponses>
  /** Record a payout to a creator */
  recordPayout: Call<types.RecordPayoutData, types.RecordPayoutResponses>
  /** Get the storefront */
  getStorefront: Call<types.GetStorefrontData, types.GetStorefrontResponses>
  /** Update the storefront */
  updateStorefront: Call<types.UpdateStorefrontData, types.UpdateStorefrontResponses>
  /** Create a link to a preview of changes */
  createStorefrontPreview: Call<types.CreateStorefrontPreviewData, types.CreateStorefrontPreviewResponses>
  /** List your own pages of the storefront */
  listStorefrontPages: Call<types.ListStorefrontPagesData, types.ListStorefrontPagesResponses>
  /** Create or replace a page of the storefront */
  saveStorefrontPage: Call<types.SaveStorefrontPageData, types.SaveStorefrontPageResponses>
  /** Delete a page of the storefront */
  deleteStorefrontPage: Call<types.DeleteStorefrontPageData, types.DeleteStorefrontPageResponses>
  /** List the texts of the pages in a language */
  listStorefrontTexts: Call<types.ListStorefrontTextsData, types.ListStorefrontTextsResponses>
  /** Replace a text of the pages */
  setStorefrontText: Call<types.SetStorefrontTextData, types.SetStorefrontTextResponses>
  /** Return to our text */
  removeStorefrontText: Call<types.RemoveStorefrontTextData, types.RemoveStorefrontTextResponses>
  /** List identity providers */
  listIdentityProviders: Call<types.ListIdentityProvidersData, types.ListIdentityProvidersResponses>
  /** Connect an identity provider */
  connectIdentityProvider: Call<types.ConnectIdentityProviderData, types.ConnectIdentityProviderResponses>
  /** Disconnect an identity provider */
  disconnectIdentityProvider: Call<types.DisconnectIdentityProviderData, types.DisconnectIdentityProviderResponses>
  /** List or search checkouts */
  listCheckouts: ListCall<types.ListCheckoutsData, types.ListCheckoutsResponses>
  /** Create a manual sale */
  createManualSale: Call<types.CreateManualSaleData, types.CreateManualSaleResponses>
  /** Preview a refund */
  previewRefund: Call<types.PreviewRefundData, types.PreviewRefundResponses>
  /** Refund a checkout */
  refundCheckout: Call<types.RefundCheckoutData, types.RefundCheckoutResponses>
  /** Open a checkout and its payment page */
  openCheckout: Call<types.OpenCheckoutData, types.OpenCheckoutResponses>
  /** Get a checkout */
  getCheckout: Call<types.GetCheckoutData, types.GetCheckoutResponses>
  /** Get the evidence for a dispute */
  getDisputeEvidence: Call<types.GetDisputeEvidenceData, types.GetDisputeEvidenceResponses>
  /** List gift cards */
  listGiftCards: ListCall<types.ListGiftCardsData, types.ListGiftCardsResponses>
  /** Issue a gift card */
  issueGiftCard: Call<types.IssueGiftCardData, types.IssueGiftCardResponses>
  /** Get a gift card with its ledger */
  getGiftCard: Call<types.GetGiftCardData, types.GetGiftCardResponses>
  /** Change the balance of a gift card */
  adjustGiftCard: Call<types.AdjustGiftCardData, types.AdjustGiftCardResponses>
  /** Void a gift card */
  voidGiftCard: Call<types.VoidGiftCardData, types.VoidGiftCardResponses>
  /** Replace the code of a gift card */
  replaceGiftCardCode: Call<types.ReplaceGiftCardCodeData, types.ReplaceGiftCardCodeResponses>
  /** List deliveries */
  listDeliveries: ListCall<types.ListDeliveriesData, types.ListDeliveriesResponses>
  /** Get a delivery */
  getDelivery: Call<types.GetDeliveryData, types.GetDeliveryResponses>
  /** Cancel a delivery */
  cancelDelivery: Call<types.CancelDeliveryData, types.CancelDeliveryResponses>
  /** Resend a delivery */
  resendDelivery: Call<types.ResendDeliveryData, types.ResendDeliveryResponses>
  /** Resolve a delivery */
  resolveDelivery: Call<types.ResolveDeliveryData, types.ResolveDeliveryResponses>
  /** List dead letters */
  listDeadLetters: ListCall<types.ListDeadLettersData, types.ListDeadLettersResponses>
  /** Preview a redelivery */
  previewRedelivery: Call<types.PreviewRedeliveryData, types.PreviewRedeliveryResponses>
  /** List redeliveries */
  listRedeliveries: ListCall<types.ListRedeliveriesData, types.ListRedeliveriesResponses>
  /** Start a redelivery */
  startRedelivery: Call<types.StartRedeliveryData, types.StartRedeliveryResponses>
  /** Get a redelivery */
  getRedelivery: Call<types.GetRedeliveryData, types.GetRedeliveryResponses>
  /** Stop a redelivery */
  stopRedelivery: Call<types.StopRedeliveryData, types.StopRedeliveryResponses>
  /** List subscriptions */
  listSubscriptions: ListCall<types.ListSubscriptionsData, types.ListSubscriptionsResponses>
  /** Get a subscription */
  getSubscription: Call<types.GetSubscriptionData, types.GetSubscriptionResponses>
  /** Cancel a subscription */
  cancelSubscription: Call<types.CancelSubscriptionData, types.CancelSubscriptionResponses>
  /** List entitlements */
  listEntitlements: ListCall<types.ListEntitlementsData, types.ListEntitlementsResponses>
  /** List players */
  listPlayers: ListCall<types.ListPlayersData, types.ListPlayersResponses>
  /** Get a player */
  getPlayer: Call<types.GetPlayerData, types.GetPlayerResponses>
  /** Export the data of a player */
  exportPlayer: Call<types.ExportPlayerData, types.ExportPlayerResponses>
  /** Decide whether pages name a player */
  setPlayerNaming: Call<types.SetPlayerNamingData, types.SetPlayerNamingResponses>
  /** Erase a player */
  erasePlayer: Call<types.ErasePlayerData, types.ErasePlayerResponses>
  /** List bans */
  listBans: ListCall<types.ListBansData, types.ListBansResponses>
  /** Ban a player */
  banPlayer: Call<types.BanPlayerData, types.BanPlayerResponses>
  /** Lift a ban */
  liftBan: Call<types.LiftBanData, types.LiftBanResponses>
  /** Get statistics */
  getStatistics: Call<types.GetStatisticsData, types.GetStatisticsResponses>
  /** Get the live feed */
  getFeed: Call<types.GetFeedData, types.GetFeedResponses>
  /** List webhook endpoints */
  listWebhooks: ListCall<types.ListWebhooksData, types.ListWebhooksResponses>
  /** Create a webhook endpoint */
  createWebhook: Call<types.CreateWebhookData, types.CreateWebhookResponses>
  /** Get a webhook endpoint */
  getWebhook: Call<types.GetWebhookData, types.GetWebhookResponses>
  /** Update a webhook endpoint */
  updateWebhook: Call<types.UpdateWebhookData, types.UpdateWebhookResponses>
  /** Delete a webhook endpoint */
  deleteWebhook: Call<types.DeleteWebhookData, types.DeleteWebhookResponses>
  /** Enable a webhook endpoint */
  enableWebhook: Call<types.EnableWebhookData, types.EnableWebhookResponses>
  /** Disable a webhook endpoint */
  disableWebhook: Call<types.DisableWebhookData, types.DisableWebhookResponses>
  /** Rotate the secret of a webhook endpoint */
  rotateWebhookSecret: Call<types.RotateWebhookSecretData, types.RotateWebhookSecretResponses>
  /** List delivery attempts of a webhook endpoint */
  listWebhookAttempts: ListCall<types.ListWebhookAttemptsData, types.ListWebhookAttemptsResponses>
  /** Send a test event */
  testWebhook: Call<types.TestWebhookData, types.TestWebhookResponses>
  /** Resend an event */
  resendEvent: Call<types.ResendEventData, types.ResendEventResponses>
  /** Resend failed events */
  resendFailedEvents: Call<types.ResendFailedEventsData, types.ResendFailedEventsResponses>
  /** List payment providers */
  listPaymentProviders: Call<types.ListPaymentProvidersData, types.ListPaymentProvidersResponses>
  /** Connect a payment provider */
  connectPaymentProvider: Call<types.ConnectPaymentProviderData, types.ConnectPaymentProviderResponses>
  /** Disconnect a payment provider */
  disconnectPaymentProvider: Call<types.DisconnectPaymentProviderData, types.DisconnectPaymentProviderResponses>
  /** List parked payments */
  listParkedPayments: ListCall<types.ListParkedPaymentsData, types.ListParkedPaymentsResponses>
  /** Resolve a parked payment */
  resolveParkedPayment: Call<types.ResolveParkedPaymentData, types.ResolveParkedPaymentResponses>
  /** List members */
  listMembers: ListCall<types.ListMembersData, types.ListMembersResponses>
  /** Change the role of a member */
  updateMemberRole: Call<types.UpdateMemberRoleData, types.UpdateMemberRoleResponses>
  /** Remove a member */
  removeMember: Call<types.RemoveMemberData, types.RemoveMemberResponses>
  /** List invitations */
  listInvitations: ListCall<types.ListInvitationsData, types.ListInvitationsResponses>
  /** Invite a member */
  inviteMember: Call<types.InviteMemberData, types.InviteMemberResponses>
  /** Revoke an invitation */
  revokeInvitation: Call<types.RevokeInvitationData, types.RevokeInvitationResponses>
  /** Accept an invitation */
  acceptInvitation: Call<types.AcceptInvitationData, types.AcceptInvitationResponses>
  /** List API tokens */
  listTokens: ListCall<types.ListTokensData, types.ListTokensResponses>
  /** Create an API token */
  createToken: Call<types.CreateTokenData, types.CreateTokenResponses>
  /** Revoke an API token */
  revokeToken: Call<types.RevokeTokenData, types.RevokeTokenResponses>
  /** List the hosts of the store */
  listHosts: Call<types.ListHostsData, types.ListHostsResponses>
  /** Add a domain of your own */
  addDomain: Call<types.AddDomainData, types.AddDomainResponses>
  /** Choose the label of the store */
  chooseLabel: Call<types.ChooseLabelData, types.ChooseLabelResponses>
  /** Check the DNS record of a domain */
  checkDomain: Call<types.CheckDomainData, types.CheckDomainResponses>
  /** Remove a host of the store */
  removeHost: Call<types.RemoveHostData, types.RemoveHostResponses>
  /** Preview an import */
  previewImport: Call<types.PreviewImportData, types.PreviewImportResponses>
  /** Import from another platform */
  importBatch: Call<types.ImportBatchData, types.ImportBatchResponses>
  /** List audit log entries */
  listAuditLog: ListCall<types.ListAuditLogData, types.ListAuditLogResponses>
  /** List the versions of your theme */
  listThemeVersions: Call<types.ListThemeVersionsData, types.ListThemeVersionsResponses>
  /** Upload a theme as a new version */
  uploadTheme: Call<WithFile<types.UploadThemeData>, types.UploadThemeResponses>
  /** Get a version of your theme */
  getThemeVersion: Call<types.GetThemeVersionData, types.GetThemeVersionResponses>
  /** Compare two versions of your theme */
  diffThemeVersions: Call<types.DiffThemeVersionsData, types.DiffThemeVersionsResponses>
  /** Publish a version of your theme */
  publishTheme: Call<types.PublishThemeData, types.PublishThemeResponses>
  /** Return to the version that was published before */
  rollbackTheme: Call<types.RollbackThemeData, types.RollbackThemeResponses>
  /** Create a link to a preview of a version */
  createThemePreview: Call<types.CreateThemePreviewData, types.CreateThemePreviewResponses>
  /** List the last errors of your theme */
  listThemeErrors: Call<types.ListThemeErrorsData, types.ListThemeErrorsResponses>
  /** List pictures */
  listPictures: ListCall<types.ListPicturesData, types.ListPicturesResponses>
  /** Add a picture */
  addPicture: Call<WithFile<types.AddPictureData>, types.AddPictureResponses>
  /** Get a picture */
  getPicture: Call<types.GetPictureData, types.GetPictureResponses>
  /** Delete a picture */
  deletePicture: Call<types.DeletePictureData, types.DeletePictureResponses>
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
  signOut: { method: 'POST', path: '/api/manage/1.0/account/sign-out', takesKey: true },
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
  previewPasswordReset: {
    method: 'POST',
    path: '/api/manage/1.0/account/password-reset/preview',
    hasBody: true,
    takesKey: true,
  },
  undoChange: { method: 'POST', path: '/api/manage/1.0/account/undo', hasBody: true, takesKey: true },
  confirmEmailChange: { method: 'POST', path: '/api/manage/1.0/account/email/confirm', hasBody: true, takesKey: true },
  approveEmailChange: { method: 'POST', path: '/api/manage/1.0/account/email/approve', hasBody: true, takesKey: true },
  getAccount: { method: 'GET', path: '/api/manage/1.0/account' },
  updateAccount: { method: 'PATCH', path: '/api/manage/1.0/account', hasBody: true, takesKey: true },
  closeAccount: { method: 'DELETE', path: '/api/manage/1.0/account', takesKey: true },
  setMutedAlerts: { method: 'PUT', path: '/api/manage/1.0/account/alerts', hasBody: true, takesKey: true },
  muteAlert: { method: 'POST', path: '/api/manage/1.0/account/alerts/mute', hasBody: true, takesKey: true },
  reauthenticate: { method: 'POST', path: '/api/manage/1.0/account/reauthenticate', hasBody: true, takesKey: true },
  changePassword: { method: 'PUT', path: '/api/manage/1.0/account/password', hasBody: true, takesKey: true },
  changeEmail: { method: 'PUT', path: '/api/manage/1.0/account/email', hasBody: true, takesKey: true },
  listSessions: { method: 'GET', path: '/api/manage/1.0/account/sessions', query: ['limit', 'cursor'], isList: true },
  revokeOtherSessions: { method: 'DELETE', path: '/api/manage/1.0/account/sessions', takesKey: true },
  revokeSession: { method: 'DELETE', path: '/api/manage/1.0/account/sessions/{sessionId}', takesKey: true },
  startTotpSetup: { method: 'POST', path: '/api/manage/1.0/account/totp', takesKey: true },
  disableTotp: { method: 'DELETE', path: '/api/manage/1.0/account/totp', takesKey: true },
  confirmTotpSetup: { method: 'POST', path: '/api/manage/1.0/account/totp/confirm', hasBody: true, takesKey: true },
  regenerateRecoveryCodes: { method: 'POST', path: '/api/manage/1.0/account/recovery-codes', takesKey: true },
  listPasskeys: { method: 'GET', path: '/api/manage/1.0/account/passkeys' },
  finishPasskeyRegistration: {
    method: 'POST',
    path: '/api/manage/1.0/account/passkeys',
    hasBody: true,
    takesKey: true,
  },
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
  startSignInProviderConnection: {
    method: 'POST',
    path: '/api/manage/1.0/account/providers/{provider}/connect',
    takesKey: true,
  },
  connectSignInProvider: {
    method: 'POST',
    path: '/api/manage/1.0/account/provider-connections',
    hasBody: true,
    takesKey: true,
  },
  disconnectSignInProvider: { method: 'DELETE', path: '/api/manage/1.0/account/providers/{provider}', takesKey: true },
  listStores: { method: 'GET', path: '/api/manage/1.0/stores', query: ['limit', 'cursor'], isList: true },
  createStore: { method: 'POST', path: '/api/manage/1.0/stores', hasBody: true, takesKey: true },
  listAllStores: { method: 'GET', path: '/api/manage/1.0/platform/stores', query: ['limit', 'cursor'], isList: true },
  listPlans: { method: 'GET', path: '/api/manage/1.0/platform/plans' },
  getStore: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}' },
  updateStore: { method: 'PATCH', path: '/api/manage/1.0/stores/{storeId}', hasBody: true, takesKey: true },
  setStorePlan: { method: 'PUT', path: '/api/manage/1.0/stores/{storeId}/plan', hasBody: true, takesKey: true },
  advanceClock: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/clock/advance',
    hasBody: true,
    takesKey: true,
  },
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
  listTierGroups: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/tier-groups' },
  createTierGroup: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/tier-groups',
    hasBody: true,
    takesKey: true,
  },
  updateTierGroup: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/tier-groups/{tierGroupId}',
    hasBody: true,
    takesKey: true,
  },
  deleteTierGroup: {
    method: 'DELETE',
    path: '/api/manage/1.0/stores/{storeId}/tier-groups/{tierGroupId}',
    takesKey: true,
  },
  listProducts: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/products',
    query: ['limit', 'cursor', 'categoryId', 'search', 'archived'],
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
  listSales: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/sales',
    query: ['limit', 'cursor'],
    isList: true,
  },
  createSale: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/sales', hasBody: true, takesKey: true },
  getSale: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/sales/{saleId}' },
  updateSale: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/sales/{saleId}',
    hasBody: true,
    takesKey: true,
  },
  deleteSale: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/sales/{saleId}', takesKey: true },
  previewPrice: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/price-preview',
    hasBody: true,
    takesKey: true,
  },
  listCoupons: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/coupons',
    query: ['limit', 'cursor'],
    isList: true,
  },
  createCoupon: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/coupons', hasBody: true, takesKey: true },
  getCoupon: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/coupons/{couponId}' },
  updateCoupon: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/coupons/{couponId}',
    hasBody: true,
    takesKey: true,
  },
  deleteCoupon: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/coupons/{couponId}', takesKey: true },
  listCreators: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/creators',
    query: ['limit', 'cursor'],
    isList: true,
  },
  createCreator: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/creators', hasBody: true, takesKey: true },
  getCreator: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}' },
  updateCreator: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}',
    hasBody: true,
    takesKey: true,
  },
  deleteCreator: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}', takesKey: true },
  listCreatorEntries: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}/entries',
    query: ['limit', 'cursor'],
    isList: true,
  },
  recordPayout: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}/payouts',
    hasBody: true,
    takesKey: true,
  },
  getStorefront: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/storefront' },
  updateStorefront: {
    method: 'PATCH',
    path: '/api/manage/1.0/stores/{storeId}/storefront',
    hasBody: true,
    takesKey: true,
  },
  createStorefrontPreview: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/storefront/preview',
    hasBody: true,
    takesKey: true,
  },
  listStorefrontPages: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/storefront/pages' },
  saveStorefrontPage: {
    method: 'PUT',
    path: '/api/manage/1.0/stores/{storeId}/storefront/pages/{slug}',
    hasBody: true,
    takesKey: true,
  },
  deleteStorefrontPage: {
    method: 'DELETE',
    path: '/api/manage/1.0/stores/{storeId}/storefront/pages/{slug}',
    takesKey: true,
  },
  listStorefrontTexts: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/storefront/texts/{locale}' },
  setStorefrontText: {
    method: 'PUT',
    path: '/api/manage/1.0/stores/{storeId}/storefront/texts/{locale}/{key}',
    hasBody: true,
    takesKey: true,
  },
  removeStorefrontText: {
    method: 'DELETE',
    path: '/api/manage/1.0/stores/{storeId}/storefront/texts/{locale}/{key}',
    takesKey: true,
  },
  listIdentityProviders: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/identity-providers' },
  connectIdentityProvider: {
    method: 'PUT',
    path: '/api/manage/1.0/stores/{storeId}/identity-providers/{provider}',
    hasBody: true,
    takesKey: true,
  },
  disconnectIdentityProvider: {
    method: 'DELETE',
    path: '/api/manage/1.0/stores/{storeId}/identity-providers/{provider}',
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
  previewRefund: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/refund',
    query: ['lines'],
  },
  refundCheckout: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/refund',
    hasBody: true,
    takesKey: true,
  },
  openCheckout: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/checkouts/open',
    hasBody: true,
    takesKey: true,
  },
  getCheckout: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}' },
  getDisputeEvidence: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/evidence' },
  listGiftCards: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/gift-cards',
    query: ['limit', 'cursor', 'state', 'hint'],
    isList: true,
  },
  issueGiftCard: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/gift-cards', hasBody: true, takesKey: true },
  getGiftCard: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/gift-cards/{giftCardId}' },
  adjustGiftCard: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/gift-cards/{giftCardId}/adjust',
    hasBody: true,
    takesKey: true,
  },
  voidGiftCard: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/gift-cards/{giftCardId}/void',
    hasBody: true,
    takesKey: true,
  },
  replaceGiftCardCode: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/gift-cards/{giftCardId}/code',
    takesKey: true,
  },
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
  listSubscriptions: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/subscriptions',
    query: ['limit', 'cursor', 'state', 'gameUserId', 'search'],
    isList: true,
  },
  getSubscription: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/subscriptions/{subscriptionId}' },
  cancelSubscription: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/subscriptions/{subscriptionId}/cancel',
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
  setPlayerNaming: {
    method: 'PUT',
    path: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/naming',
    hasBody: true,
    takesKey: true,
  },
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
    query: ['from', 'to', 'timeZone', 'interval'],
  },
  getFeed: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/feed', query: ['after'] },
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
    path: '/api/manage/1.0/stores/{storeId}/parked-payments/{parkedPaymentId}/resolve',
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
  listHosts: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/hosts' },
  addDomain: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/hosts', hasBody: true, takesKey: true },
  chooseLabel: { method: 'PUT', path: '/api/manage/1.0/stores/{storeId}/hosts/label', hasBody: true, takesKey: true },
  checkDomain: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/hosts/{host}/check', takesKey: true },
  removeHost: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/hosts/{host}', takesKey: true },
  previewImport: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/imports/preview',
    hasBody: true,
    takesKey: true,
  },
  importBatch: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/imports', hasBody: true, takesKey: true },
  listAuditLog: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/audit-log',
    query: ['limit', 'cursor', 'actorId', 'action', 'subject', 'from', 'to', 'order'],
    isList: true,
  },
  listThemeVersions: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/themes' },
  uploadTheme: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/themes', hasFile: true, takesKey: true },
  getThemeVersion: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/themes/{number}' },
  diffThemeVersions: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/themes/{number}/diff', query: ['from'] },
  publishTheme: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/themes/{number}/publish', takesKey: true },
  rollbackTheme: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/themes/rollback', takesKey: true },
  createThemePreview: {
    method: 'POST',
    path: '/api/manage/1.0/stores/{storeId}/themes/{number}/preview',
    hasBody: true,
    takesKey: true,
  },
  listThemeErrors: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/theme-errors' },
  listPictures: {
    method: 'GET',
    path: '/api/manage/1.0/stores/{storeId}/pictures',
    query: ['limit', 'cursor'],
    isList: true,
  },
  addPicture: { method: 'POST', path: '/api/manage/1.0/stores/{storeId}/pictures', hasFile: true, takesKey: true },
  getPicture: { method: 'GET', path: '/api/manage/1.0/stores/{storeId}/pictures/{hash}' },
  deletePicture: { method: 'DELETE', path: '/api/manage/1.0/stores/{storeId}/pictures/{hash}', takesKey: true },
}
