import { isIP } from 'node:net'
import { plainAddress } from '../address-ranges.ts'
import type { GatewayDb } from '../db/database.ts'
import type { ServerKeyId, StoreId } from '../ids.ts'
import { recordKeyAddresses, type UsedFrom } from './record-key-addresses.ts'

/** So many rounds an address that does not change is not written down again. Rounds last a minute. */
const QUIET_ROUNDS = 5
/** Of one key in one round. */
const MOST_ADDRESSES = 20

type Watched = { storeId: StoreId; keyId: ServerKeyId; address: string; addressUntil: number }
type Note = { address: string; refused: boolean; first: number; last: number }
type Notes = Map<ServerKeyId, { storeId: StoreId; notes: Note[] }>

export type AddressWatch = {
  /** A call that was let in. Costs two comparisons while the key is used from one address. */
  note: (caller: Watched, address: string) => void
  /** A call that was not: the server is bound to other addresses. */
  noteRefused: (caller: Watched, address: string) => void
  /** Writes down what came up since the last time; the store is warned of a key in use at two places. Once a minute. */
  flush: () => Promise<void>
}

/** Remembers from where keys are used: a write for each call would cost more than the call. */
export function watchAddresses(db: GatewayDb): AddressWatch {
  let noted: Notes = new Map()
  let round = 0

  function put({ storeId, keyId }: Watched, address: string, refused: boolean): void {
    const plain = plainAddress(address)
    if (isIP(plain) === 0) return
    const entry = noted.get(keyId) ?? { storeId, notes: [] }
    noted.set(keyId, entry)
    const now = performance.now()
    const known = entry.notes.find((note) => note.address === plain && note.refused === refused)
    if (known) known.last = now
    else if (entry.notes.length < MOST_ADDRESSES) entry.notes.push({ address: plain, refused, first: now, last: now })
  }

  return {
    note(caller, address) {
      if (caller.address === address && caller.addressUntil > round) return
      caller.address = address
      caller.addressUntil = round + QUIET_ROUNDS
      put(caller, address, false)
    },
    noteRefused: (caller, address) => put(caller, address, true),
    async flush() {
      const batch = noted
      noted = new Map()
      const now = performance.now()
      const used: UsedFrom[] = [...batch].flatMap(([keyId, { storeId, notes }]) =>
        notes.map(({ address, refused, first, last }) => ({
          storeId,
          keyId,
          address,
          refused,
          firstSecondsAgo: (now - first) / 1_000,
          lastSecondsAgo: (now - last) / 1_000,
        })),
      )
      try {
        await recordKeyAddresses(db, used)
        round++
      } catch (error) {
        // What is written twice does no harm; what came up meanwhile is newer.
        for (const [keyId, entry] of batch) if (!noted.has(keyId)) noted.set(keyId, entry)
        throw error
      }
    },
  }
}
