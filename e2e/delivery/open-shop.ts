import { expireDue } from '../../server/src/entitlements/expire-due.ts'
import { type CheckoutId, formatId, type ProductId } from '../../server/src/ids.ts'
import { advanceClock } from '../../server/src/test-mode/advance-clock.ts'
import { createPurchasesModel } from '../../server/test/purchases-model.ts'
import type { DeliveryType } from '../emulators/emulated-game.ts'
import type { Client } from './clients.ts'
import { type Store, startGameServer, type Trouble } from './game-server.ts'
import { type Good, GOODS, HOUR, SERVER_NAMES, type ServerName } from './goods.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>
export type GameCommand = { player: string; deliveryType: DeliveryType; line: string }
export type Sold = { id: CheckoutId; player: string; lines: { good: Good; quantity: number }[] }

/** Longer than all extensions of a short product in these tests, and shorter than a month. */
const LONGEST_SHORT_SECONDS = 5 * 24 * HOUR

/** Opens a test store with all products and two game servers of one kind. A model follows everything that happens. */
export async function openShop(store: Store, client: Client, trouble: Trouble = {}) {
  const storeId = await store.createStore({ mode: 'test' })
  const model = createPurchasesModel(GOODS)
  const sold: Sold[] = []
  const start = (server: ServerName) =>
    startGameServer(store, {
      storeId,
      client,
      ...trouble,
      onDispatched(checkoutIds) {
        const inResponse = checkoutIds.map((wireId) => sold.findIndex(({ id }) => formatId('chk', id) === wireId))
        model.dispatch(SERVER_NAMES.indexOf(server), inResponse)
      },
    })
  const servers = { first: await start('first'), second: await start('second') }
  const productIds: ProductId[] = []
  for (const good of GOODS) productIds.push(await addProduct(good))

  function addProduct(good: Good): Promise<ProductId> {
    return store.createProduct(storeId, {
      name: good.name,
      commands: { approve: good.approve, refund: good.refund, expire: good.expire },
      durationSeconds: good.seconds,
      rebuy: good.rebuy,
      serverIds: good.servers.map((index) => servers[SERVER_NAMES[index] ?? 'first'].serverId),
      buyerChoosesServer: good.buyerChoosesServer,
    })
  }

  async function buy(
    player: string,
    items: (Good | [Good, number])[],
    picked: ServerName | null = null,
  ): Promise<Sold> {
    const lines = items.map((item) => {
      const [good, quantity] = Array.isArray(item) ? item : [item, 1]
      return { good, quantity, product: GOODS.indexOf(good) }
    })
    const { checkoutId } = await store.sell(
      storeId,
      player,
      lines.map(({ product, quantity }) => [productIds[product] as ProductId, quantity]),
      picked === null ? {} : { serverId: servers[picked].serverId },
    )
    model.sell(player, lines, picked === null ? null : SERVER_NAMES.indexOf(picked))
    const purchase = { id: checkoutId, player, lines }
    sold.push(purchase)
    return purchase
  }

  async function refund(purchase: Sold, lineNos = purchase.lines.map((_, i) => i + 1)): Promise<void> {
    await store.refund(storeId, purchase.id, lineNos)
    model.refund(sold.indexOf(purchase), lineNos)
  }

  async function serveAll(): Promise<void> {
    for (const server of SERVER_NAMES) await servers[server].serveAll()
  }

  /** Moves the clock of the test store ahead and returns how many entitlements expire. */
  async function passTime(seconds: number): Promise<number> {
    await advanceClock(store.database.app, { storeId, seconds })
    model.advance(seconds)
    model.expire()
    return expireDue(store.database.app, store.database.reader)
  }

  /** The pending deliveries of a server, as the commands that it would run. The held ones were refunded or expired. */
  async function readPending(server: ServerName): Promise<(GameCommand & { isHeld: boolean })[]> {
    const rows = await store.query<
      Pick<GameCommand, 'player' | 'deliveryType'> & { products: string; isHeld: boolean }
    >(
      `select game_user_id as player, delivery_type as "deliveryType", products, hold_reason is not null as "isHeld"
       from pending_deliveries where store_id = $1 and server_id = $2`,
      [storeId, servers[server].serverId],
    )
    return rows.flatMap(({ player, deliveryType, isHeld, products: text }) =>
      (JSON.parse(text) as { commands: string[] }[])
        .flatMap(({ commands }) => commands)
        .map((command) => ({ player, deliveryType, line: command.replace('{userId}', () => player), isHeld })),
    )
  }

  return {
    storeId,
    client,
    servers,
    model,
    sold,
    join: (...players: string[]) => SERVER_NAMES.forEach((server) => servers[server].game.join(...players)),
    faults: () => SERVER_NAMES.flatMap((server) => servers[server].script.faults),
    buy,
    refund,
    serveAll,
    passTime,
    /** Lets all short products expire. */
    letExpire: () => passTime(LONGEST_SHORT_SECONDS),
    readPending,
  }
}
