import { randomUUIDv7 } from 'node:crypto'

declare const kind: unique symbol

/**
 * A UUID whose type includes its kind, so a checkout id can't be passed as a store id.
 * Callers see `<prefix>_<26 characters>`; only the edges of the system convert.
 */
type Id<Prefix extends string> = string & { readonly [kind]: Prefix }

export type StoreId = Id<'sto'>
export type GameServerId = Id<'srv'>
export type ServerKeyId = Id<'key'>
export type ProductId = Id<'prd'>
export type CheckoutId = Id<'chk'>
export type EntitlementId = Id<'ent'>
export type DeliveryId = Id<'cmd'>
export type EventId = Id<'evt'>
export type EndpointId = Id<'whe'>
export type RefundId = Id<'rfd'>
export type ParkedId = Id<'prk'>
export type AccountId = Id<'acc'>
export type SessionId = Id<'ses'>
export type PasskeyId = Id<'psk'>
export type InvitationId = Id<'inv'>
export type ApiTokenId = Id<'tok'>
export type AuditId = Id<'aud'>
export type CategoryId = Id<'cat'>
export type RedeliveryId = Id<'rdl'>
export type MailId = Id<'mai'>
export type AlertId = Id<'alr'>
export type VariantId = Id<'var'>
export type BasketId = Id<'bsk'>
export type TierGroupId = Id<'tgr'>
export type GiftCardId = Id<'gfc'>
export type SubscriptionId = Id<'sub'>
export type SaleId = Id<'sal'>
/** Of a coupon, or of a creator and their code. */
export type DiscountCodeId = Id<'dco'>
export type CreatorEntryId = Id<'cen'>

type PrefixOf<T> = T extends Id<infer Prefix> ? Prefix : never
type AnyId =
  | StoreId
  | GameServerId
  | ServerKeyId
  | ProductId
  | CheckoutId
  | EntitlementId
  | DeliveryId
  | EventId
  | EndpointId
  | RefundId
  | ParkedId
  | AccountId
  | SessionId
  | PasskeyId
  | InvitationId
  | ApiTokenId
  | AuditId
  | CategoryId
  | RedeliveryId
  | MailId
  | AlertId
  | VariantId
  | BasketId
  | TierGroupId
  | GiftCardId
  | SubscriptionId
  | SaleId
  | DiscountCodeId
  | CreatorEntryId

/** Ids start with their time, so tables are partitioned by time on the id itself. */
export function newId<T extends AnyId>(): T {
  return randomUUIDv7() as string as T
}

/** When an id was made: it begins with its time in milliseconds. */
export function createdAtMs(id: AnyId): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const VALUE = new Map(ALPHABET.split('').map((char, value) => [char, value]))

/** The public form: lower case, no brackets, never purely numeric. */
export function formatId<T extends AnyId>(prefix: PrefixOf<T>, id: T): string {
  const hex = id.replaceAll('-', '')
  let text = `${prefix}_`
  // 128 bits in 26 groups of five: the first group holds only three.
  let carry = 0
  let bits = 2
  for (let i = 0; i < 32; i++) {
    carry = (carry << 4) | Number.parseInt(hex.charAt(i), 16)
    bits += 4
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((carry >> bits) & 31)
      carry &= (1 << bits) - 1
    }
  }
  return text
}

/** Returns undefined unless the text is exactly what `formatId` returns. */
export function parseId<T extends AnyId>(prefix: PrefixOf<T>, text: string): T | undefined {
  if (text.length !== prefix.length + 27 || !text.startsWith(`${prefix}_`)) return undefined
  let hex = ''
  let carry = 0
  let bits = -2
  for (const char of text.slice(prefix.length + 1)) {
    const value = VALUE.get(char)
    if (value === undefined) return undefined
    carry = (carry << 5) | value
    bits += 5
    while (bits >= 4) {
      bits -= 4
      hex += ((carry >> bits) & 15).toString(16)
      carry &= (1 << bits) - 1
    }
    if (hex === '' && value > 7) return undefined // more than 128 bits
  }
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as T
}
