import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import { requireSealingKey, type Sealer } from '../../seal.ts'
import type { StoreMode } from '../../stores/store.ts'
import { callbackUrl as callbackUrlOf, isReachableUrl } from '../callback-url.ts'
import type { Credentials, Provider } from '../provider.ts'
import { requireMode } from './require-mode.ts'
import { storeConnection } from './store-connection.ts'

type Context = { db: Db; sealer: Sealer; apiUrl: string }

type Connecting = {
  storeId: StoreId
  provider: Provider
  credentials: Credentials
  /** Runs in the transaction that stores the credentials. */
  alongside?: (tx: Tx) => Promise<void>
}

/**
 * Asks the provider whether it accepts the credentials, and stores them or replaces those that are stored. Without the
 * credential of a webhook, the webhook is created through the provider's API.
 */
export async function connectPaymentProvider({ db, sealer, apiUrl }: Context, connecting: Connecting): Promise<void> {
  const { storeId, provider, credentials, alongside } = connecting
  requireFields(connecting)
  requireSealingKey(sealer)
  const storeMode = await findStoreMode(db, storeId)
  requireMode(provider.modeOf(credentials), { provider: provider.name, storeMode })
  const callbackUrl = callbackUrlOf(apiUrl, { storeId, provider: provider.name })
  const mode = await provider.checkAccount(credentials, { callbackUrl })
  requireMode(mode, { provider: provider.name, storeMode })

  const needsWebhook = provider.fields.some(({ name, isOptional }) => isOptional && credentials[name] === undefined)
  if (mode === 'live' || needsWebhook) requireReachable(apiUrl, callbackUrl)
  const webhook = needsWebhook ? await provider.createWebhook?.(credentials, { callbackUrl }) : undefined
  const complete = webhook?.credentials ?? credentials
  provider.connect(complete)
  await inStore(db, storeId, async (tx) => {
    await storeConnection(tx, { sealer, storeId, provider: provider.name, mode, credentials: complete })
    await alongside?.(tx)
  })
  // An old webhook that stays only sends callbacks whose signature is refused.
  await webhook?.removeOld().catch(() => undefined)
}

function requireFields({ storeId, provider, credentials }: Connecting): void {
  const known = new Set(provider.fields.map(({ name }) => name))
  const extra = Object.keys(credentials).find((name) => !known.has(name))
  if (extra !== undefined)
    throw new AppError(
      'invalid_request',
      `${provider.name} has no field "${extra}". Its fields are ${[...known].join(', ')}.`,
    )
  for (const { name, hint, isOptional } of provider.fields) {
    if (!credentials[name] && !(isOptional && credentials[name] === undefined))
      throw new AppError('invalid_request', `The field "${name}" is missing: ${hint}`)
  }
  // Otherwise this store could create sandbox payments in another store.
  if (provider.name === 'sandbox' && credentials['store'] !== formatId('sto', storeId)) {
    throw new AppError(
      'invalid_request',
      'A test store can only use its own sandbox. Enter the id of this store in the field "store".',
    )
  }
}

async function findStoreMode(db: Db, storeId: StoreId): Promise<StoreMode> {
  const store = await inStore(db, storeId, (tx) =>
    tx.selectFrom('stores').select('mode').where('id', '=', storeId).executeTakeFirst(),
  )
  if (!store) throw new AppError('not_found', 'There is no such store')
  return store.mode
}

function requireReachable(apiUrl: string, callbackUrl: string): void {
  if (isReachableUrl(apiUrl)) return
  throw new AppError(
    'not_configured',
    `The provider would have to send its callbacks to ${callbackUrl}, which it cannot reach. Set PUBLIC_URL, or API_URL, to an address of this server on the internet, such as https://pay.vale.example, and restart the server.`,
  )
}
