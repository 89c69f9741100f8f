import type { ServerKeyId } from '../ids.ts'

/** What an owner should know of the use of a key. A revoked key worries nobody. */
export type AddressWarning = {
  code: 'concurrent_use' | 'address_rejected'
  message: string
  keyId: ServerKeyId
  address: string
  at: Date
}

type Key = {
  id: ServerKeyId
  hint: string
  revokedAt: Date | null
  usedFrom: { address: string; refusedAt: Date | null; toldAt: Date | null }[]
}

export function addressWarnings(keys: Key[]): AddressWarning[] {
  return keys
    .filter((key) => key.revokedAt === null)
    .flatMap(({ id: keyId, hint, usedFrom }) =>
      usedFrom.flatMap(({ address, refusedAt, toldAt }): AddressWarning[] => {
        if (refusedAt) {
          const message = `The key ${hint} was refused at ${address}: the server is not bound to it. If it has moved, bind it there; if not, rotate the key`
          return [{ code: 'address_rejected', message, keyId, address, at: refusedAt }]
        }
        if (!toldAt) return []
        const message = `The key ${hint} was also used from ${address} while the server used it. If that is not you, rotate the key and bind the server to its addresses`
        return [{ code: 'concurrent_use', message, keyId, address, at: toldAt }]
      }),
    )
}
