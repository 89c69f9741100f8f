import { expect, vi } from 'vitest'
import { expireDue } from '../../server/src/entitlements/expire-due.ts'
import { type CheckoutId, formatId, type ProductId } from '../../server/src/ids.ts'
import type { Client } from './clients.ts'
import type { GameLine, Happening, Purchase } from './expected-runs.ts'
import { type Store, startGameServer, type Trouble } from './game-server.ts'
import { type Good, GOODS, type ServerName } from './goods.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>
export type Sold = Purchase & { id: CheckoutId }

const NAMES = ['first', 'second'] as const

/** A store with every kind of goods and two game servers of one kind. It keeps book of all that happens to it. */
export async function openShop(store: Store, client: Client, trouble: Trouble = {}) {
  const storeId = await store.createStore()
  const happenings: Happening[] = []
  const start = (server: ServerName) =>
    startGameServer(store, {
      storeId,
      client,
      ...trouble,
      onHandedOut: (checkoutIds) => happenings.push({ kind: 'offered', server, checkoutIds }),
    })
  const servers = { first: await start('first'), second: await start('second') }
  const products = new Map<Good, ProductId>()
  for (const good of GOODS) products.set(good, await list(good))

  function list({ name, seconds, rebuy, goesTo, ...commands }: Good): Promise<ProductId> {
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
      lines.map(({ good, quantity }) => [products.get(good) as ProductId, quantity]),
      picked === null ? {} : { serverId: servers[picked].serverId },
    )
    const purchase = { checkoutId: formatId('chk', checkoutId), player, lines, picked, id: checkoutId }
    happenings.push({ kind: 'bought', purchase })
    return purchase
  }

  async function refund(purchase: Sold, lineNos = purchase.lines.map((_, i) => i + 1)): Promise<void> {
    await store.refund(storeId, purchase.id, lineNos)
    happenings.push({ kind: 'refunded', purchase, lineNos })
  }

  async function serveAll(): Promise<void> {
    for (const server of NAMES) await servers[server].serveAll()
  }

  /** Waits until the short goods have run out, and takes them away. */
  async function letExpire(): Promise<void> {
    await vi.waitFor(
      async () => {
        await expireDue(store.database.app, store.database.reader)
        const running = await store.query(
          `select from entitlements where store_id = $1 and ended_at is null and until < now() + interval '20 s'`,
          [storeId],
        )
        expect(running).toHaveLength(0)
      },
      { timeout: 20_000, interval: 100 },
    )
    happenings.push({ kind: 'expired' })
  }

  /** What is in the queue of a server, as the lines that it would run. */
  async function waiting(server: ServerName): Promise<GameLine[]> {
    const rows = await store.query<Pick<GameLine, 'player' | 'deliveryType'> & { products: string }>(
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
    happenings,
    join: (...players: string[]) => NAMES.forEach((server) => servers[server].game.join(...players)),
    faults: () => NAMES.flatMap((server) => servers[server].script.faults),
    buy,
    refund,
    serveAll,
    letExpire,
    waiting,
  }
}
