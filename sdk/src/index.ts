export { createDeliveryClient, type DeliveryClient } from './delivery-client.ts'
export { StoreError, UnreachableError, type UnreachableReason, UnsafeUserIdError, WebhookError } from './errors.ts'
export { fillCommand, type Game, GAMES } from './fill-command.ts'
export { followQueue } from './follow-queue.ts'
export { createGamesClient, type GamesClient } from './games-client.ts'
export type { CallOptions } from './manage/call.ts'
export { createManageClient, type ManageClient, type ManageOptions } from './manage/manage-client.ts'
/** What travels over the management interface: `Manage.Checkout`, `Manage.Product`. */
export type * as Manage from './manage/manage-types.ts'
export { signWebhook } from './sign-webhook.ts'
export type { ClientOptions } from './store-connection.ts'
export type {
  CheckoutCommand,
  Conditions,
  Deliveries,
  DeliveryCommand,
  DeliveryType,
  Outcome,
  Poll,
  Problem,
  Processed,
  Product,
  Settled,
  Store,
  Welcome,
  WireCheckoutCommand,
} from './types.ts'
export { verifyWebhook, type WebhookEvent, type WebhookHeaders } from './verify-webhook.ts'
