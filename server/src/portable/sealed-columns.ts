import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../errors.ts'
import type { CheckoutId, EndpointId, GiftCardId, StoreId } from '../ids.ts'
import { credentialsLabel } from '../payments/connections/provider-connections.ts'
import type { ProviderName } from '../payments/provider.ts'
import { cardLabel } from '../promotions/gift-cards/sold-codes.ts'
import { createSealer, KEY_BYTES, type Sealer } from '../seal.ts'
import { connectionLabel } from '../storefront/identity/connections.ts'
import { orderTokenLabel } from '../storefront/orders/order-token.ts'
import { endpointLabel } from '../webhooks/endpoints/endpoint.ts'

type Line = Record<string, unknown>
type SealedColumn = { sealed: string; keyId: string; label: (line: Line, storeId: StoreId) => string }

/** Every encrypted column of the tables of a store, and what its secret is bound to. */
export const SEALED_COLUMNS: Readonly<Record<string, SealedColumn[]>> = {
  checkout_buyers: [
    {
      sealed: 'token_sealed',
      keyId: 'key_id',
      label: (line, storeId) => orderTokenLabel(storeId, line['checkout_id'] as CheckoutId),
    },
  ],
  gift_cards: [
    {
      sealed: 'code_sealed',
      keyId: 'key_id',
      label: (line, storeId) => cardLabel({ storeId, cardId: line['id'] as GiftCardId }),
    },
  ],
  identity_connections: [
    {
      sealed: 'sealed',
      keyId: 'key_id',
      label: (line, storeId) => connectionLabel({ storeId, provider: line['provider'] as 'discord' }),
    },
  ],
  provider_connections: [
    {
      sealed: 'sealed',
      keyId: 'key_id',
      label: (line, storeId) => credentialsLabel(storeId, line['provider'] as ProviderName),
    },
  ],
  webhook_endpoints: [
    { sealed: 'secret', keyId: 'secret_key_id', label: (line) => endpointLabel(line['id'] as EndpointId) },
    { sealed: 'old_secret', keyId: 'old_secret_key_id', label: (line) => endpointLabel(line['id'] as EndpointId) },
  ],
}

/** Returns a function that opens the secrets of a line with one sealer and seals them with another. Undefined if a table has no secrets. */
export function resealer(
  table: string,
  { storeId, from, to }: { storeId: StoreId; from: Sealer; to: Sealer },
): ((line: string) => string) | undefined {
  const columns = SEALED_COLUMNS[table]
  if (!columns) return undefined
  return (text) => {
    const line = parseLine(text)
    for (const { sealed, keyId, label } of columns) {
      const [bytes, key] = [line[sealed], line[keyId]]
      if (typeof bytes !== 'string' || typeof key !== 'string') continue
      const context = label(line, storeId)
      const again = to.seal(openSealed(from, { bytes, key, context, table }), context)
      Object.assign(line, { [sealed]: `\\x${again.sealed.toString('hex')}`, [keyId]: again.keyId })
    }
    return JSON.stringify(line)
  }
}

function parseLine(text: string): Line {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null && !Array.isArray(line)) return line as Line
  } catch {
    // The error below says what to do.
  }
  throw new AppError('invalid_request', 'A line of the archive is not a JSON object. Export the store again.')
}

type Opened = { bytes: string; key: string; context: string; table: string }

function openSealed(sealer: Sealer, { bytes, key, context, table }: Opened): string {
  const sealed = Buffer.from(bytes.replace(/^\\x/, ''), 'hex')
  try {
    return sealer.open({ keyId: key, sealed }, context)
  } catch (error) {
    if (error instanceof AppError && key !== ARCHIVE_KEY) throw error
    const advice =
      key === ARCHIVE_KEY
        ? 'The passphrase is not the one of this archive, or the archive was changed. Enter the passphrase of the export.'
        : 'SECRET_KEYS does not contain the right key. Run `quartermaster doctor`.'
    throw new AppError('invalid_request', `A secret of ${table} cannot be opened. ${advice}`, { cause: error })
  }
}

/** The id of the key that a passphrase gives. */
const ARCHIVE_KEY = 'archive'
/** 64 MiB of memory for each guess. The format of the archive fixes them, so that an archive cannot ask for more. */
const SCRYPT = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
const MIN_PASSPHRASE = 12

const deriveKey = promisify(
  (passphrase: string, salt: string, done: (error: Error | null, key: Buffer) => void): void =>
    scrypt(passphrase, salt, KEY_BYTES, SCRYPT, done),
)

/** Encrypts the secrets of an archive. The same passphrase gives the same bytes for the same store, so that archives can be compared. */
export async function openPassphrase(passphrase: string, storeId: StoreId): Promise<Sealer> {
  if (passphrase.length < MIN_PASSPHRASE)
    throw new AppError(
      'invalid_request',
      `The passphrase has less than ${MIN_PASSPHRASE} characters. Use a longer one: it protects the credentials of the store.`,
    )
  const key = await deriveKey(passphrase.normalize('NFC'), `archive of ${storeId}`)
  return createSealer([{ id: ARCHIVE_KEY, key }], { sameBytes: true })
}
