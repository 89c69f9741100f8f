import type { IdentityProvider } from '../../stores/storefront/identity-provider.ts'

/** How visitors say or prove who they are. One file in this folder for each, registered in create-identity-providers.ts. */
export type IdentityName = IdentityProvider

/** `typed`: no one has checked the name. `found`: the service of the game knows it. `proven`: the visitor is this player. */
export type Proof = 'typed' | 'found' | 'proven'

/** A player, and how we know them. */
export type Identity = {
  provider: IdentityName
  proof: Proof
  /** The id that the game knows them by. */
  gameUserId: string
  /** The name that people know, if the id is a number. */
  label: string | null
  /** A path of our own host. Null: a drawn face. */
  avatar: string | null
  /** Other ids of the same player, if the service of the game knows any. A ban can name one of them. */
  otherIds?: readonly string[]
}

export type FoundPlayer = Pick<Identity, 'gameUserId' | 'avatar' | 'otherIds'>

/** `unchecked`: the service of the game was not asked or does not answer, so the name is accepted as it is. */
export type LookUp = { result: 'found'; player: FoundPlayer } | { result: 'unknown' } | { result: 'unchecked' }

/** Throws if the visitor has caused too many calls of other services. Called before each of them. */
export type CountCall = () => void

/** Finds a player by a typed name. Proves nothing. Never throws. */
export type NameLookUp = (name: string, countCall: CountCall) => Promise<LookUp>
