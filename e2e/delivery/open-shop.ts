import { expireDue } from '../../server/src/entitlements/expire-due.ts'
import { type CheckoutId, formatId, type ProductId } from '../../server/src/ids.ts'
import { advanceClock } from '../../server/src/test-mode/advance-clock.ts'
import type { Client } from './clients.ts'
import type { GameCommand, Purchase, ShopEvent } from './expected-commands.ts'
import { type Store, startGameServer, type Trouble } from './game-server.ts'
import { type Good, GOODS, HOUR, type ServerName } from './goods.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>
export type Sold = Purchase & { id: CheckoutId }

const NAMES = ['first', 'second'] as const
/** Longer than all extensions of a short product in these tests, and shorter than a month. */
const LONGEST_SHORT_SECONDS = 5 * 24 * HOUR

/** Opens a test store with all products and two game servers of one kind. It records everything that happens. */
export async function openShop(store: Store, client: Client, trouble: Trouble = {}) {
  const storeId = await store.createStore({ mode: 'test' })
  const events: ShopEvent[] = []
  const start = (server: ServerName) =>
    startGameServer(store, {
      storeId,
      client,
      ...trouble,
      onDispatched: (checkoutIds) => events.push({ kind: 'dispatched', server, checkoutIds }),
    })
  const servers = { first: await start('first'), second: await start('second') }
  const productIds = new Map<Good, ProductId>()
  for (const good of GOODS) productIds.set(good, await addProduct(good))

  function addProduct({ name, seconds, rebuy, goesTo, ...commands }: Good): Promise<ProductId> {
    const named = { default: [], buyer: [], second: ['second'], both: ['first', 'second'] } as const
    return store.createProduct(storeId, {
      name,
      commands,
      durationSeconds: seconds,
      rebuy,
      serverIds: named[goesTo].map((server) => servers[server].serverId),
      buyerChoosesServer: goesTo === 'buyer',
    })
  }

  async function buy(
    player: string,
    items: (Good | [Good, number])[],
    picked: ServerName | null = null,
  ): Promise<Sold> {
    const lines = items.map((item) => {
      const [good, quantity] = Array.isArray(item) ? item : [item, 1]
      return { good, quantity }
    })
    const { checkoutId } = await store.sell(
      storeId,
      player,
      lines.map(({ good, quantity }) => [productIds.get(good) as ProductId, quantity]),
      picked === null ? {} : { serverId: servers[picked].serverId },
    )
    const purchase = { checkoutId: formatId('chk', checkoutId), player, lines, picked, id: checkoutId }
    events.push({ kind: 'bought', purchase })
    return purchase
  }

  async function refund(purchase: Sold, lineNos = purchase.lines.map((_, i) => i + 1)): Promise<void> {
    await store.refund(storeId, purchase.id, lineNos)
    events.push({ kind: 'refunded', purchase, lineNos })
  }

  async function serveAll(): Promise<void> {
    for (const server of NAMES) await servers[server].serveAll()
  }

  /** Moves the clock of the test store ahead and returns how many entitlements expire. */
  async function passTime(seconds: number): Promise<number> {
    await advanceClock(store.database.app, { storeId, seconds })
    return expireDue(store.database.app, store.database.reader)
  }

  /** Lets all short products expire. */
  async function letExpire(): Promise<void> {
    await passTime(LONGEST_SHORT_SECONDS)
    events.push({ kind: 'expired' })
  }

  /** The pending deliveries of a server, as the commands that it would run. */
  async function readPending(server: ServerName): Promise<GameCommand[]> {
    const rows = await store.query<Pick<GameCommand, 'player' | 'deliveryType'> & { products: string }>(
      `select game_user_id as player, delivery_type as "deliveryType", products from pending_deliveries
       where store_id = $1 and server_id = $2`,
      [storeId, servers[server].serverId],
    )
    return rows.flatMap(({ player, deliveryType, products: text }) =>
      (JSON.parse(text) as { commands: string[] }[])
        .flatMap(({ commands }) => commands)
        .map((command) => ({ player, deliveryType, line: command.replace('{userId}', () => player) })),
    )
  }

  return {
    storeId,
    client,
    servers,
    events,
    join: (...players: string[]) => NAMES.forEach((server) => servers[server].game.join(...players)),
    faults: () => NAMES.flatMap((server) => servers[server].script.faults),
    buy,
    refund,
    serveAll,
    letExpire,
    passTime,
    readPending,
  }
}
