import { expect, it } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { expectSound } from '../store-records.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()

async function openShop() {
  const storeId = await desk.createStore()
  const { key, serverId } = await desk.createServer(storeId)
  const productId = await desk.createProduct(storeId)
  const { token: as } = await desk.member(storeId, 'manager')
  const sell = (headers: Record<string, string> = {}) =>
    desk.ask('POST', storePath(storeId, '/checkouts'), {
      as,
      headers,
      body: { gameUserId: 'p1', items: [{ productId: formatId('prd', productId) }] },
    })
  return { storeId, key, serverId, productId, as, sell }
}

it('a sale by hand is delivered, refunded and told of in the log', async () => {
  const { storeId, key, as, sell } = await openShop()
  const sold = await sell()
  expect(sold.status).toBe(201)
  const { id, deliveryIds } = sold.body as { id: string; deliveryIds: string[] }
  const [element] = await desk.poll(key)
  expect(element?.id).toBe(deliveryIds[0])
  await desk.report(key, element?.id)
  const listed = await desk.ask('GET', storePath(storeId, '/checkouts?gameUserId=p1&state=paid'), { as })
  expect(listed.body).toMatchObject({ items: [{ id, delivery: { delivered: 1, waiting: 0 } }], next: null })
  const back = await desk.ask('POST', storePath(storeId, `/checkouts/${id}/refund`), { as, body: {} })
  expect(back.body).toMatchObject({ id, lines: [1] })
  expect((await desk.poll(key))[0]?.deliveryType).toBe('REFUND')
  const log = await desk.ask('GET', storePath(storeId, '/audit-log'), { as })
  expect((log.body as { items: { action: string }[] }).items.map(({ action }) => action)).toEqual([
    'refundCheckout',
    'createManualSale',
  ])
  await expectSound(desk)
})

it('thirty equal sales at once under one key are one sale', async () => {
  const { storeId, sell } = await openShop()
  const answers = await Promise.all(Array.from({ length: 30 }, () => sell({ 'idempotency-key': 'sale-1' })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await desk.query('select 1 from checkouts where store_id = $1', [storeId])).toHaveLength(1)
})

it('a refused write does not use its key up', async () => {
  const { storeId, as, sell, productId } = await openShop()
  await desk.query('update products set stock = 0 where id = $1', [productId])
  expect((await sell({ 'idempotency-key': 'later' })).body).toMatchObject({ code: 'sold_out' })
  await desk.query('update products set stock = 1 where id = $1', [productId])
  expect((await sell({ 'idempotency-key': 'later' })).status).toBe(201)
  const log = await desk.ask('GET', storePath(storeId, '/audit-log'), { as })
  expect(log.body).toMatchObject({ items: [{ action: 'createManualSale' }], next: null })
})

it('a command is shown, cancelled and sent again', async () => {
  const { storeId, as, sell } = await openShop()
  const { deliveryIds } = (await sell()).body as { deliveryIds: string[] }
  const command = storePath(storeId, `/deliveries/${deliveryIds[0]}`)
  expect((await desk.ask('GET', command, { as })).body).toMatchObject({ state: 'pending', history: [] })
  expect((await desk.ask('POST', `${command}/cancel`, { as })).body).toMatchObject({ wasDispatched: false })
  const again = await desk.ask('POST', `${command}/resend`, { as })
  expect(again.body).toMatchObject({ resendOf: deliveryIds[0] })
  const waiting = await desk.ask('GET', storePath(storeId, '/deliveries?state=pending'), { as })
  expect(waiting.body).toMatchObject({ items: [{ id: (again.body as { id: string }).id }] })
})

it('what waits for a silent server is a dead letter that says what to do', async () => {
  const { storeId, as, sell } = await openShop()
  await sell()
  const letters = await desk.ask('GET', storePath(storeId, '/dead-letters'), { as })
  expect(letters.body).toMatchObject({ items: [{ reason: 'server_silent', can: ['cancel'] }] })
})

it('a page leads to the next one until there is none, and a made-up cursor is refused', async () => {
  const { storeId, as, sell } = await openShop()
  for (let i = 0; i < 5; i++) await sell()
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await desk.ask('GET', storePath(storeId, `/checkouts?limit=2${cursor && `&cursor=${cursor}`}`), { as })
    const { items, next } = page.body as { items: { id: string }[]; next: string | null }
    seen.push(...items.map(({ id }) => id))
    cursor = next
  }
  expect(new Set(seen).size).toBe(5)
  const refused = await desk.ask('GET', storePath(storeId, '/checkouts?cursor=zzz'), { as })
  expect(refused.body).toMatchObject({ status: 400, field: 'querystring/cursor' })
})

it('statistics tell of sales, of how fast they arrive and of who is silent', async () => {
  const { storeId, key, as, sell } = await openShop()
  await sell()
  for (const { id } of await desk.poll(key)) await desk.report(key, id)
  const period = 'from=2026-01-01T00:00:00.000Z&to=2026-12-31T00:00:00.000Z&zone=America/Sao_Paulo'
  const statistics = await desk.ask('GET', storePath(storeId, `/statistics?${period}`), { as })
  expect(statistics.body).toMatchObject({ days: [{ sales: 1, grossMinor: 1990 }], delivery: { delivered: 1 } })
})
