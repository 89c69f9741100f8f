import { AppError } from '../../errors.ts'
import {
  type AccountId,
  type ApiTokenId,
  type CategoryId,
  type CheckoutId,
  type DeliveryId,
  type DiscountCodeId,
  type EndpointId,
  type EventId,
  type GameServerId,
  type GiftCardId,
  type InvitationId,
  type ParkedId,
  parseId,
  type PasskeyId,
  type ProductId,
  type RedeliveryId,
  type SaleId,
  type ServerKeyId,
  type SessionId,
  type StoreId,
  type SubscriptionId,
  type TierGroupId,
} from '../../ids.ts'

type Ids = {
  storeId: StoreId
  serverId: GameServerId
  keyId: ServerKeyId
  categoryId: CategoryId
  tierGroupId: TierGroupId
  productId: ProductId
  checkoutId: CheckoutId
  deliveryId: DeliveryId
  redeliveryId: RedeliveryId
  subscriptionId: SubscriptionId
  endpointId: EndpointId
  eventId: EventId
  parkedPaymentId: ParkedId
  accountId: AccountId
  invitationId: InvitationId
  tokenId: ApiTokenId
  sessionId: SessionId
  passkeyId: PasskeyId
  giftCardId: GiftCardId
  saleId: SaleId
  couponId: DiscountCodeId
  creatorId: DiscountCodeId
}

/** The id prefix of each path parameter, and the noun for it in error messages. */
const KINDS: { [name in keyof Ids]: [prefix: string, noun: string] } = {
  storeId: ['sto', 'store'],
  serverId: ['srv', 'game server'],
  keyId: ['key', 'key'],
  categoryId: ['cat', 'category'],
  tierGroupId: ['tgr', 'group of tiers'],
  productId: ['prd', 'product'],
  checkoutId: ['chk', 'checkout'],
  deliveryId: ['cmd', 'delivery'],
  redeliveryId: ['rdl', 'redelivery'],
  subscriptionId: ['sub', 'subscription'],
  endpointId: ['whe', 'webhook endpoint'],
  eventId: ['evt', 'event'],
  parkedPaymentId: ['prk', 'parked payment'],
  accountId: ['acc', 'member'],
  invitationId: ['inv', 'invitation'],
  tokenId: ['tok', 'token'],
  sessionId: ['ses', 'session'],
  passkeyId: ['psk', 'passkey'],
  giftCardId: ['gfc', 'gift card'],
  saleId: ['sal', 'sale'],
  couponId: ['dco', 'coupon'],
  creatorId: ['dco', 'creator'],
}

/** The parameters of a URL pattern: `/stores/:storeId/players/:gameUserId` has a `StoreId` and a string. */
export type ParamsOf<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? { [key in Name]: ParamOf<Name> } & ParamsOf<`/${Rest}`>
  : Url extends `${string}:${infer Name}`
    ? { [key in Name]: ParamOf<Name> }
    : object

type ParamOf<Name extends string> = Name extends keyof Ids ? Ids[Name] : string

/** A malformed id gets the same error as an id that does not exist. */
export function readParams<Url extends string>(texts: Record<string, string>): ParamsOf<Url> {
  const read = Object.entries(texts).map(([name, text]) => {
    const kind = KINDS[name as keyof Ids]
    if (!kind) return [name, text]
    const [prefix, noun] = kind
    const id = parseId<StoreId>(prefix as 'sto', text)
    if (id === undefined) throw new AppError('not_found', `No such ${noun}`)
    return [name, id]
  })
  return Object.fromEntries(read) as ParamsOf<Url>
}

export function paramNames(url: string): string[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

export function prefixOf(name: string): string | undefined {
  return KINDS[name as keyof Ids]?.[0]
}
