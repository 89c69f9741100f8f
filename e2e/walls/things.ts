import { addressRanges } from '../../server/src/address-ranges.ts'
import { saveCategory } from '../../server/src/catalog/save-category.ts'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { banPlayer } from '../../server/src/bans/ban-player.ts'
import { inStore } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import { addEndpoint } from '../../server/src/webhooks/endpoints/add-endpoint.ts'
import {
  type CategoryId,
  type EndpointId,
  formatId,
  type GameServerId,
  newId,
  type ParkedId,
  type ProductId,
  type ServerKeyId,
} from '../../server/src/ids.ts'
import { connectProviderCredentials } from '../../server/src/payments/connections/connect-provider.ts'
import { createSandbox } from '../../server/src/payments/sandbox/sandbox.ts'
import { createSealer, parseSealingKeys } from '../../server/src/seal.ts'
import { CELL, SECRET_KEYS } from './open-product.ts'
import { type Scene, word } from './scene.ts'

const sealer = createSealer(parseSealingKeys(SECRET_KEYS) ?? [])

export type PlantedServer = { id: GameServerId; keyId: ServerKeyId; key: string }

export async function plantServer({ database, storeId, marker }: Scene): Promise<PlantedServer> {
  const name = word({ marker })
  return addGameServer(database.app, { storeId, name, game: null, profile: 'standard', cell: CELL })
}

export async function plantCategory({ database, storeId, marker }: Scene): Promise<CategoryId> {
  const name = word({ marker })
  return (await inStore(database.app, storeId, (tx) => saveCategory(tx, { storeId, name }))).id
}

export async function plantProduct(
  { database, storeId, marker }: Scene,
  serverIds: GameServerId[] = [],
  categoryId: CategoryId | null = null,
): Promise<ProductId> {
  const { id } = await saveProduct(database.app, {
    storeId,
    name: word({ marker }),
    price: '19.90',
    commands: { approve: ['addvip {userId}'], refund: ['removevip {userId}'], expire: ['removevip {userId}'] },
    durationSeconds: 8_640_000,
    serverIds,
    buyerChoosesServer: false,
    categoryId,
    stock: 1_000,
    maxPerPlayer: 100,
  })
  return id
}

export async function plantBan(scene: Scene): Promise<string> {
  const { database, storeId } = scene
  const gameUserId = word(scene)
  const reason = word(scene)
  await inStore(database.app, storeId, (tx) => banPlayer(tx, { storeId, gameUserId, reason, until: null, by: reason }))
  return gameUserId
}

/** Of twenty that a store may have, the oldest make room. */
export async function plantEndpoint({ database, query, storeId, marker }: Scene): Promise<EndpointId> {
  await query(
    `with old as (select id from webhook_endpoints where store_id = $1 order by id desc offset 10),
       attempts as (delete from webhook_attempts where store_id = $1 and endpoint_id in (select id from old)),
       gone as (delete from webhook_deliveries where store_id = $1 and endpoint_id in (select id from old))
     delete from webhook_endpoints where store_id = $1 and id in (select id from old)`,
    [storeId],
  )
  const url = `https://hook.invalid/${word({ marker })}`
  const endpoint = { storeId, url, eventTypes: [], sealer, allowed: addressRanges([]) }
  return (await addEndpoint(database.app, endpoint)).id
}

export async function plantParked(scene: Scene): Promise<ParkedId> {
  const id = newId<ParkedId>()
  await scene.query(
    `insert into parked_payments (store_id, id, provider, reason, subject, facts)
     values ($1, $2, 'sandbox', 'amount_mismatch', $3, '{}')`,
    [scene.storeId, id, word(scene)],
  )
  return id
}

export function sandboxCredentials({ storeId }: Pick<Scene, 'storeId'>) {
  return { store: formatId('sto', storeId), secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }
}

/** Play money; a store has it once. */
export async function plantProvider({ database, storeId }: Scene): Promise<void> {
  const provider = createSandbox(database.app)
  await connectProviderCredentials(database.app, {
    sealer,
    storeId,
    provider,
    credentials: sandboxCredentials({ storeId }),
  })
}

export async function removeProvider({ query, storeId }: Scene): Promise<void> {
  await query("delete from provider_connections where store_id = $1 and provider = 'sandbox'", [storeId])
}
