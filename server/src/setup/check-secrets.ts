import { sql } from 'kysely'
import { totpLabel } from '../accounts/second-factor/second-factor.ts'
import { type Database, inStore } from '../db/database.ts'
import type { AccountId, EndpointId, StoreId } from '../ids.ts'
import { openCredentials } from '../payments/connections/open-credentials.ts'
import type { ProviderName } from '../payments/provider.ts'
import type { Sealer } from '../seal.ts'
import { openSecret } from '../webhooks/endpoints/endpoint.ts'
import type { Finding } from './check-database.ts'

/** How many secrets of each key are opened. One that was damaged alone does not mean that the key is wrong. */
const SAMPLES = 3

export const PAYMENT_CREDENTIALS = 'payment credentials'

type Secret = { keyId: string; open: () => Promise<unknown> }

/**
 * Opens some secrets of each key. A key that is missing, or another key under the same name, is otherwise noticed only when
 * a callback arrives.
 */
export async function checkSecrets(database: Database, sealer: Sealer): Promise<Finding[]> {
  return [
    await judge(PAYMENT_CREDENTIALS, await sampleCredentials(database, sealer)),
    await judge('webhook secrets', await sampleEndpoints(database, sealer)),
    await judge('second factors', await sampleFactors(database, sealer)),
  ]
}

async function judge(check: string, secrets: Secret[]): Promise<Finding> {
  const opened = await Promise.all(
    secrets.map(async ({ keyId, open }) => ({ keyId, isOpen: await open().then(() => true, isDatabaseError) })),
  )
  const keyIds = [...new Set(opened.map(({ keyId }) => keyId))].toSorted()
  const broken = keyIds.filter((id) => !opened.some(({ keyId, isOpen }) => keyId === id && isOpen))
  const ok = broken.length === 0
  return {
    check,
    ok,
    found: ok
      ? keyIds.length === 0
        ? 'none stored'
        : `sealed with ${keyIds.join(', ')}`
      : `SECRET_KEYS does not contain the right key "${broken.join('" and "')}"`,
    advice:
      'Set SECRET_KEYS to the keys that sealed the secrets. If a key is lost, docs/payments.md shows how to enter the secrets again',
  }
}

/** An error of the database says nothing about the key. */
function isDatabaseError(error: unknown): false {
  if (error instanceof Error && 'severity' in error) throw error
  return false
}

async function sampleCredentials({ app, reader }: Database, sealer: Sealer): Promise<Secret[]> {
  const { rows } = await sql<{ storeId: StoreId; provider: ProviderName; keyId: string }>`
    select store_id as "storeId", provider, key_id as "keyId" from (
      select store_id, provider, key_id, row_number() over (partition by key_id order by updated_at desc) as place
      from provider_connections) s
    where place <= ${SAMPLES}`.execute(reader)
  return rows.map(({ keyId, ...key }) => ({ keyId, open: () => openCredentials({ db: app, sealer }, key) }))
}

async function sampleEndpoints({ app, reader }: Database, sealer: Sealer): Promise<Secret[]> {
  const { rows } = await sql<{ storeId: StoreId; endpointId: EndpointId; keyId: string }>`
    select store_id as "storeId", id as "endpointId", secret_key_id as "keyId" from (
      select store_id, id, secret_key_id, row_number() over (partition by secret_key_id order by id desc) as place
      from webhook_endpoints) s
    where place <= ${SAMPLES}`.execute(reader)
  return rows.map(({ keyId, storeId, endpointId }) => ({
    keyId,
    open: () =>
      inStore(app, storeId, async (tx) => {
        const row = await tx
          .selectFrom('webhook_endpoints')
          .select(['secret as sealed', 'secret_key_id as keyId'])
          .where('store_id', '=', storeId)
          .where('id', '=', endpointId)
          .executeTakeFirstOrThrow()
        return openSecret(sealer, row, { storeId, endpointId })
      }),
  }))
}

async function sampleFactors({ accounts }: Database, sealer: Sealer): Promise<Secret[]> {
  const { rows } = await sql<{ id: AccountId; sealed: Buffer; keyId: string | null }>`
    select id, totp_sealed as sealed, totp_key_id as "keyId" from (
      select id, totp_sealed, totp_key_id, row_number() over (partition by totp_key_id order by id desc) as place
      from accounts where totp_sealed is not null) s
    where place <= ${SAMPLES}`.execute(accounts)
  return rows.map(({ id, sealed, keyId: stored }) => {
    const keyId = stored ?? ''
    return { keyId, open: async () => sealer.open({ keyId, sealed }, totpLabel(id)) }
  })
}
