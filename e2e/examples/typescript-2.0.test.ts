import { describe, test, vi } from 'vitest'
import { resolveDelivery } from '../../server/src/redelivery/resolve-delivery.ts'
import { showDelivery } from '../../server/src/delivery/read/show-delivery.ts'
import { type DeliveryId, parseId, type StoreId } from '../../server/src/ids.ts'
import { startStore } from '../../server/test/start-store.ts'
import { type ConsoleAnswer, openConsole } from './open-console.ts'
import { openShop } from './open-shop.ts'

const IN_TIME = { timeout: 20_000, interval: 100 }
const command: [string, ...string[]] = ['node', 'examples/typescript/client-2.0.ts']

const store = await startStore()

describe.concurrent('the TypeScript client of 2.0', () => {
  test('reports why the game refused a command, and a retry continues after it', async ({ expect, onTestFinished }) => {
    let refuses = true
    const console = await openConsole((line) => (line.startsWith('title') && refuses ? 'refuse' : 'ok'))
    onTestFinished(console.close)
    const { storeId, goods, game, start, readPending } = await openShop(store, { command, console, onTestFinished })
    game.join('steve-42')
    await store.sell(storeId, 'steve-42', [goods.kit])
    const [delivery] = await readPending()
    start()
    await vi.waitFor(async () => {
      const { history } = await readDelivery(storeId, delivery?.id)
      expect(history).toMatchObject([{ outcome: 'failed', commands_run: 1, output: 'No such item' }])
    }, IN_TIME)
    refuses = false
    await retryDelivery(storeId, delivery?.id)
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
    expect(console.ran).toEqual(['give steve-42 sword 1', 'title steve-42 "hail steve-42"'])
  })

  test('reports an uncertain command, and runs it again after a retry', async ({ expect, onTestFinished }) => {
    const answers: ConsoleAnswer[] = ['cut']
    const console = await openConsole(() => answers.shift() ?? 'ok')
    onTestFinished(console.close)
    const { storeId, goods, game, start, readPending } = await openShop(store, { command, console, onTestFinished })
    game.join('steve-42', 'bea')
    await store.sell(storeId, 'steve-42', [goods.vip])
    const [delivery] = await readPending()
    start()
    await vi.waitFor(async () => {
      const { history } = await readDelivery(storeId, delivery?.id)
      expect(history).toMatchObject([{ outcome: 'uncertain', commands_run: 0 }])
    }, IN_TIME)
    await store.sell(storeId, 'bea', [goods.vip])
    await vi.waitFor(async () => expect(await readPending()).toEqual([delivery]), IN_TIME)
    expect(console.ran).toEqual(['addvip steve-42 gold', 'addvip bea gold'])
    await retryDelivery(storeId, delivery?.id)
    await vi.waitFor(async () => expect(await readPending()).toEqual([]), IN_TIME)
    expect(console.ran.slice(2)).toEqual(['addvip steve-42 gold'])
  })
})

function readDelivery(storeId: StoreId, id = '') {
  return showDelivery(store.database.app, { storeId, deliveryId: deliveryId(id) })
}

async function retryDelivery(storeId: StoreId, id = ''): Promise<void> {
  await resolveDelivery(store.database.app, { storeId, deliveryId: deliveryId(id), resolution: 'retry' })
}

function deliveryId(text: string): DeliveryId {
  const id = parseId<DeliveryId>('cmd', text)
  if (!id) throw new Error(`${text} is not the id of a delivery`)
  return id
}
