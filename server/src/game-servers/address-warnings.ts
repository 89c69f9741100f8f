import type { ServerKeyId } from '../ids.ts'

/** A suspicious use of an active key, shown to staff. */
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
  usedFrom: { address: string; refusedAt: Date | null; warnedAt: Date | null }[]
}

export function addressWarnings(keys: Key[]): AddressWarning[] {
  return keys
    .filter((key) => key.revokedAt === null)
    .flatMap(({ id: keyId, hint, usedFrom }) =>
      usedFrom.flatMap(({ address, refusedAt, warnedAt }): AddressWarning[] => {
        if (refusedAt) {
          const message = `The key ${hint} was refused from ${address}, because the server is bound to other addresses. If the server has moved, bind it to the new address. If not, rotate the key.`
          return [{ code: 'address_rejected', message, keyId, address, at: refusedAt }]
        }
        if (!warnedAt) return []
        const message = `The key ${hint} was used from ${address} while it was in use at another address. If that was not you, rotate the key and bind the server to its addresses.`
        return [{ code: 'concurrent_use', message, keyId, address, at: warnedAt }]
      }),
    )
}
