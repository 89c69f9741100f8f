export { createDeliveryClient, type DeliveryClient } from './delivery-client.ts'
export { type CommandWarning, commandWarnings } from './commands/command-warnings.ts'
export { fieldsIn, fillCommand, type FilledField, fillFields, type Game, GAMES } from './commands/fill-command.ts'
export { fieldRulesOf, gameOf } from './commands/game-of.ts'
export { isPositional, OLD_CLIENT_PLAYER_IDS, type OldClient, toFivemCommand } from './commands/old-clients.ts'
export {
  StoreError,
  UnreachableError,
  type UnreachableReason,
  UnsafeFieldError,
  type UnsafeUserIdCode,
  UnsafeUserIdError,
  WebhookError,
} from './errors.ts'
export { followQueue } from './follow-queue.ts'
export { createGamesClient, type GamesClient } from './games-client.ts'
export type { CallOptions } from './call.ts'
export {
  createManageClient,
  type ManageClient,
  type ManageOptions,
  manageRequest,
  type ManageRequest,
} from './manage/manage-client.ts'
/** Types of the management interface, by their names in the OpenAPI document. */
export type * as Manage from './manage/manage-types.ts'
export {
  createStorefrontClient,
  type StorefrontClient,
  type StorefrontOptions,
} from './storefront/storefront-client.ts'
/** Types of the storefront API, by their names in the OpenAPI document. */
export type * as Storefront from './storefront/storefront-types.ts'
/** What a percentage of a sale or a code can be, in basis points. */
export {
  COUPON_PERCENT,
  CREATOR_PERCENT,
  SALE_PERCENT,
  SHARE_PERCENT,
} from '@quartermaster/contract/promotions/discount-limits'
export { signWebhook } from './sign-webhook.ts'
export type { ClientOptions } from './store-connection.ts'
export type {
  CheckoutCommand,
  Conditions,
  DeliveryCommand,
  DeliveryType,
  InitResponse,
  LinkCode,
  Outcome,
  OutcomeResult,
  PollRequest,
  PollResponse,
  Problem,
  Processed,
  Product,
  Store,
  WireCheckoutCommand,
} from './types.ts'
export { verifyWebhook, type WebhookEvent, type WebhookHeaders } from './verify-webhook.ts'
