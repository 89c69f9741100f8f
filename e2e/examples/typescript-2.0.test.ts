import { describe, test, vi } from 'vitest'
import { resolveDelivery } from '../../server/src/redelivery/resolve-delivery.ts'
import { showDelivery } from '../../server/src/delivery/read/show-delivery.ts'
import { type DeliveryId, parseId, type StoreId } from '../../server/src/ids.ts'
import { startStore } from '../../server/test/start-store.ts'
import { type ConsoleAnswer, openConsole } from './open-console.ts'
import { openShop } from './open-shop.ts'

const REPORT = '/api/games/2.0/report'
const IN_TIME = { timeout: 20_000, interval: 100 }
const command: [string, ...string[]] = ['node', 'examples/typescript/client-2.0.ts']

const store = await startStore()

describe.concurrent('the TypeScript client of 2.0', () => {
  test('serves who is there, and whoever joins while it waits', async ({ expect, onTestFinished }) => {
    const { storeId, goods, game, start, waiting } = await openShop(store, { command, onTestFinished })
    game.join('bea')
    await store.sell(storeId, 'absent', [goods.vip])
    await store.sell(storeId, 'bea', [goods.vip])
    start()
    await vi.waitFor(() => expect(game.lines()).toEqual(['addvip bea gold']), IN_TIME)
    game.join('bea', 'absent')
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), IN_TIME)
    expect(game.lines()).toEqual(['addvip bea gold', 'addvip absent gold'])
  })

  test('tells why the game refused, and goes on behind what ran', async ({ expect, onTestFinished }) => {
    let refuses = true
    const console = await openConsole((line) => (line.startsWith('title') && refuses ? 'refuse' : 'ok'))
    onTestFinished(console.close)
    const { storeId, goods, game, start, waiting } = await openShop(store, { command, console, onTestFinished })
    game.join('steve-42')
    await store.sell(storeId, 'steve-42', [goods.kit])
    const [element] = await waiting()
    start()
    await vi.waitFor(async () => {
      const { history } = await look(storeId, element?.id)
      expect(history).toMatchObject([{ outcome: 'failed', commands_run: 1, output: 'No such item' }])
    }, IN_TIME)
    refuses = false
    await settle(storeId, element?.id)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), IN_TIME)
    expect(console.ran).toEqual(['give steve-42 sword 1', 'title steve-42 "hail steve-42"'])
  })

  test('hands a doubt to the owner, and runs again when told to', async ({ expect, onTestFinished }) => {
    const answers: ConsoleAnswer[] = ['cut']
    const console = await openConsole(() => answers.shift() ?? 'ok')
    onTestFinished(console.close)
    const { storeId, goods, game, start, waiting } = await openShop(store, { command, console, onTestFinished })
    game.join('steve-42', 'bea')
    await store.sell(storeId, 'steve-42', [goods.vip])
    const [element] = await waiting()
    start()
    await vi.waitFor(async () => {
      const { history } = await look(storeId, element?.id)
      expect(history).toMatchObject([{ outcome: 'uncertain', commands_run: 0 }])
    }, IN_TIME)
    await store.sell(storeId, 'bea', [goods.vip])
    await vi.waitFor(async () => expect(await waiting()).toEqual([element]), IN_TIME)
    expect(console.ran).toEqual(['addvip steve-42 gold', 'addvip bea gold'])
    await settle(storeId, element?.id)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), IN_TIME)
    expect(console.ran.slice(2)).toEqual(['addvip steve-42 gold'])
  })

  test('killed between run and report, reports and does not run again', async ({ expect, onTestFinished }) => {
    let isAway = true
    const { storeId, goods, game, start, waiting, requests } = await openShop(store, {
      command,
      onTestFinished,
      trouble: (path) => (path === REPORT && isAway ? { status: 503, retryAfter: 60 } : undefined),
    })
    game.join('steve-42')
    await store.sell(storeId, 'steve-42', [[goods.kit, 2]])
    const { kill } = start()
    await vi.waitFor(() => expect(requests.some(({ path }) => path === REPORT)).toBe(true), IN_TIME)
    await kill()
    isAway = false
    start()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), IN_TIME)
    expect(game.lines()).toHaveLength(4)
  })
})

function look(storeId: StoreId, id = '') {
  return showDelivery(store.database.app, { storeId, deliveryId: deliveryId(id) })
}

async function settle(storeId: StoreId, id = ''): Promise<void> {
  await resolveDelivery(store.database.app, { storeId, deliveryId: deliveryId(id), resolution: 'retry' })
}

function deliveryId(text: string): DeliveryId {
  const id = parseId<DeliveryId>('cmd', text)
  if (!id) throw new Error(`${text} is not the id of a command`)
  return id
}
