import { createDatabase } from '@quartermaster/local-postgres/database'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { migrate } from '../../server/src/setup/migrate.ts'
import type { StoreId } from '../../server/src/ids.ts'
import { createStore } from '../../server/src/stores/create-store.ts'
import { createLeaks, type Leaks } from './find-leaks.ts'
import { type Person, plantInvitation, plantMember, plantToken } from './people.ts'
import { type Hands, MARKERS, openHands, type Scene, type Stores, word } from './scene.ts'
import { createReadQueue, readTables } from './state.ts'
import { plantHeld, plantProcessed, plantRecords, plantRedelivery, plantSale, plantSent } from './sales.ts'
import { plantBan, plantCategory, plantParked, plantServer } from './things.ts'
import { equip } from './sign-in-parts.ts'
import { createTwin } from './twin.ts'

export type World = {
  hands: Hands
  stores: Stores
  scenes: Record<'own' | 'foreign', Scene>
  people: Record<'own' | 'foreign', Person>
  look: ReturnType<typeof createReadQueue>
  twin: ReturnType<typeof createTwin>
  leaks: Leaks
  /** The owner of a store that has nothing. */
  empty: Person
  emptyStoreId: StoreId
  /** Opens the games' door, and no other. */
  serverKey: string
}

export const TEMPLATE = 'walls_template'
/** Before every other id, so that whoever reads along an index meets the twin first. */
const TWIN = '00000000-0000-7000-8000-000000000001' as StoreId

/** A database with two stores that have something of everything, and a twin of the first. Clones are made of it. */
export async function plantTemplate(cluster: Cluster): Promise<Stores> {
  const url = await createDatabase(cluster, { name: TEMPLATE })
  await migrate(url)
  const hands = openHands(url)
  try {
    const own = await plantStore(hands, MARKERS.own)
    const foreign = await plantStore(hands, MARKERS.foreign)
    const stores = { own, foreign, twin: TWIN }
    await createTwin(hands, await readTables(hands), stores).follow()
    return stores
  } finally {
    await hands.close()
  }
}

export async function openWorld(databaseUrl: string, stores: Stores): Promise<World> {
  const hands = openHands(databaseUrl)
  const tables = await readTables(hands)
  const scene = (whose: 'own' | 'foreign'): Scene => ({ ...hands, storeId: stores[whose], marker: MARKERS[whose] })
  const scenes = { own: scene('own'), foreign: scene('foreign') }
  const emptyStoreId = await newStore(hands, 'empty')
  const people = { own: await plantMember(scenes.own, 'owner'), foreign: await plantMember(scenes.foreign, 'owner') }
  await equip(scenes.foreign, people.foreign)
  return {
    hands,
    stores,
    scenes,
    people,
    look: createReadQueue(hands, tables),
    twin: createTwin(hands, tables, stores),
    leaks: await createLeaks(hands, { tables, stores, stranger: people.foreign.accountId }),
    emptyStoreId,
    empty: await plantMember({ ...hands, storeId: emptyStoreId }, 'owner'),
    serverKey: (await plantServer(scenes.own)).key,
  }
}

export async function plantStore(hands: Hands, marker: string): Promise<StoreId> {
  const storeId = await newStore(hands, marker)
  await plantThings({ ...hands, storeId, marker })
  return storeId
}

async function newStore(hands: Hands, marker: string): Promise<StoreId> {
  const { id } = await createStore(hands.database.app, {
    name: word({ marker }),
    url: `${word({ marker })}.example`,
    plan: 'BASIC',
    currency: 'BRL',
    expiresAt: null,
    mode: 'test',
  })
  return id
}

/** Something of everything. */
export async function plantThings(scene: Scene): Promise<void> {
  await plantCategory(scene)
  await plantSale(scene)
  await plantHeld(scene)
  await plantProcessed(scene)
  await plantRedelivery(scene)
  await plantBan(scene)
  await plantSent(scene)
  await plantParked(scene)
  await plantRecords(scene)
  await plantInvitation(scene)
  await plantMember(scene, 'owner', word(scene))
  await plantToken(scene, { name: word(scene), scopes: ['store:read'] })
}
