import { AppError } from '../../errors.ts'
import {
  type AccountId,
  type ApiTokenId,
  type CategoryId,
  type CheckoutId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  type GameServerId,
  type InvitationId,
  type ParkedId,
  parseId,
  type PasskeyId,
  type ProductId,
  type RedeliveryId,
  type ServerKeyId,
  type SessionId,
  type StoreId,
} from '../../ids.ts'

type Ids = {
  storeId: StoreId
  serverId: GameServerId
  keyId: ServerKeyId
  categoryId: CategoryId
  productId: ProductId
  checkoutId: CheckoutId
  deliveryId: DeliveryId
  redeliveryId: RedeliveryId
  endpointId: EndpointId
  eventId: EventId
  parkedId: ParkedId
  accountId: AccountId
  invitationId: InvitationId
  tokenId: ApiTokenId
  sessionId: SessionId
  passkeyId: PasskeyId
}

/** What each part of an address names: the prefix of its ids, and the word for it in a refusal. */
const KINDS: { [name in keyof Ids]: [prefix: string, word: string] } = {
  storeId: ['sto', 'store'],
  serverId: ['srv', 'game server'],
  keyId: ['key', 'key'],
  categoryId: ['cat', 'category'],
  productId: ['prd', 'product'],
  checkoutId: ['chk', 'checkout'],
  deliveryId: ['cmd', 'command'],
  redeliveryId: ['rdl', 'redelivery'],
  endpointId: ['whe', 'webhook endpoint'],
  eventId: ['evt', 'event'],
  parkedId: ['prk', 'parked payment'],
  accountId: ['acc', 'member'],
  invitationId: ['inv', 'invitation'],
  tokenId: ['tok', 'token'],
  sessionId: ['ses', 'session'],
  passkeyId: ['psk', 'passkey'],
}

/** `/stores/:storeId/players/:gameUserId` holds a store's id and a text. */
export type ParamsOf<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? { [key in Name]: ParamOf<Name> } & ParamsOf<`/${Rest}`>
  : Url extends `${string}:${infer Name}`
    ? { [key in Name]: ParamOf<Name> }
    : object

type ParamOf<Name extends string> = Name extends keyof Ids ? Ids[Name] : string

/** What is no id at all is refused like one that nobody has. */
export function readParams<Url extends string>(texts: Record<string, string>): ParamsOf<Url> {
  const read = Object.entries(texts).map(([name, text]) => {
    const kind = KINDS[name as keyof Ids]
    if (!kind) return [name, text]
    const [prefix, word] = kind
    const id = parseId<StoreId>(prefix as 'sto', text)
    if (id === undefined) throw new AppError('not_found', `No such ${word}`)
    return [name, id]
  })
  return Object.fromEntries(read) as ParamsOf<Url>
}

/** The names of an address's parts, for its description. */
export function paramNames(url: string): string[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

export function prefixOf(name: string): string | undefined {
  return KINDS[name as keyof Ids]?.[0]
}
