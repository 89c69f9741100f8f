import { isIP } from 'node:net'
import { plainAddress } from '../address-ranges.ts'
import type { GatewayDb } from '../db/database.ts'
import type { ServerKeyId, StoreId } from '../ids.ts'
import { recordKeyAddresses, type UsedFrom } from './record-key-addresses.ts'
import { createSlots, slotOf, SLOTS } from './write-slots.ts'

/** An address that does not change is stored again after this many rounds. A round is a minute. */
const ROUNDS_BETWEEN_WRITES = 5
/** For each key and round. */
const MAX_ADDRESSES = 20

type Watched = { storeId: StoreId; keyId: ServerKeyId; address: string; addressUntil: number }
type Use = { address: string; refused: boolean; first: number; last: number }
type Uses = Map<ServerKeyId, { storeId: StoreId; notes: Use[] }>

export type AddressWatch = {
  /** Records an admitted call. Costs two comparisons while the key is used from one address. */
  note: (caller: Watched, address: string) => void
  /** Records a call from an address that the server is not bound to. */
  noteRefused: (caller: Watched, address: string) => void
  /** Stores the recorded calls of the next slot, and warns stores about a key that is used from two addresses. */
  flushNext: () => Promise<void>
  /** The same for all slots. */
  flush: () => Promise<void>
}

/** Collects which addresses keys are used from. A write for every call would cost more than the call. */
export function watchAddresses(db: GatewayDb): AddressWatch {
  const noted = createSlots<Uses>(() => new Map())
  let slot = 0
  let round = 0

  function record({ storeId, keyId }: Watched, address: string, refused: boolean): void {
    const plain = plainAddress(address)
    if (isIP(plain) === 0) return
    const uses = noted[slotOf(keyId)]
    const entry = uses?.get(keyId) ?? { storeId, notes: [] }
    uses?.set(keyId, entry)
    const now = performance.now()
    const known = entry.notes.find((note) => note.address === plain && note.refused === refused)
    if (known) known.last = now
    else if (entry.notes.length < MAX_ADDRESSES) entry.notes.push({ address: plain, refused, first: now, last: now })
  }

  async function flushNext(): Promise<void> {
    const batch: Uses = noted[slot] ?? new Map()
    const newer: Uses = new Map()
    noted[slot] = newer
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
    } catch (error) {
      // A row that is stored twice does no harm. Calls that were recorded meanwhile are newer.
      for (const [keyId, entry] of batch) if (!newer.has(keyId)) newer.set(keyId, entry)
      throw error
    }
    slot = (slot + 1) % SLOTS
    if (slot === 0) round++
  }

  return {
    note(caller, address) {
      if (caller.address === address && caller.addressUntil > round) return
      caller.address = address
      caller.addressUntil = round + ROUNDS_BETWEEN_WRITES
      record(caller, address, false)
    },
    noteRefused: (caller, address) => record(caller, address, true),
    flushNext,
    async flush() {
      for (let i = 0; i < SLOTS; i++) await flushNext()
    },
  }
}
