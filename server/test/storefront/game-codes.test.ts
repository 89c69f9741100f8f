import { expect, test } from 'vitest'
import { createClient } from '../games-v2/client.ts'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: { ...STOREFRONT_ENV, TRUST_PROXY: '127.0.0.1' } })
const { call } = createClient(store)

async function getCode(key: string, gameUserId: string): Promise<string> {
  const { status, body } = await call('link', key, { gameUserId })
  expect(status).toBe(200)
  const { code, expiresAt } = body as { code: string; expiresAt: string }
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 600_000)).toBeLessThan(60_000)
  return code
}

test('a code from the game proves who the player is, and works once', async () => {
  const { newBrowser, storeId, key } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  expect((await browser.get('/basket')).text).not.toContain('name="game_code"')
  const code = await getCode(key, 'Steve 42')
  expect((await browser.get('/basket')).text).toContain('name="game_code"')
  await browser.press('/basket', 'Use code', { game_code: ` ${code.toLowerCase().replace('-', ' ')} ` })
  expect(await store.query('select game_user_id, identity, proof from baskets where store_id = $1', [storeId])).toEqual(
    [{ game_user_id: 'Steve 42', identity: 'code', proof: 'proven' }],
  )
  await browser.press('/basket', 'Look up', { gift: true, recipient: '77' })
  const other = await getCode(key, 'Steve 43')
  await browser.post('/who/code', { code: other })
  expect(await store.query('select game_user_id, recipient from baskets where store_id = $1', [storeId])).toEqual([
    { game_user_id: 'Steve 43', recipient: '77' },
  ])
  const again = await newBrowser().post('/who/code', { code })
  expect([again.status, again.text.includes('not valid any more, or mistyped')]).toEqual([422, true])
})

test('a code belongs to one store, a new one replaces it, and it ends after ten minutes', async () => {
  const [one, two] = [await openVisitedStore(store), await openVisitedStore(store)]
  const first = await getCode(one.key, '42')
  await getCode(two.key, '42')
  expect((await two.newBrowser().post('/who/code', { code: first })).status).toBe(422)
  const second = await getCode(one.key, '42')
  expect((await one.newBrowser().post('/who/code', { code: first })).status).toBe(422)
  await store.query("update player_codes set expires_at = now() - interval '1 second' where store_id = $1", [
    one.storeId,
  ])
  expect((await one.newBrowser().post('/who/code', { code: second })).status).toBe(422)
})

test('tries are limited for each network, and for each store', async () => {
  const { newBrowser, key } = await openVisitedStore(store)
  await getCode(key, '42')
  const attempt = (from: string) => newBrowser({ from }).post('/who/code', { code: 'AAAA-AAAA' })
  const tries = await Promise.all(Array.from({ length: 30 }, () => attempt('198.51.100.7')))
  expect(tries.filter(({ text }) => text.includes('Too many tries.')).length).toBeGreaterThan(10)
  const others = await Promise.all(Array.from({ length: 120 }, (_, i) => attempt(`203.0.${i}.1`)))
  expect(others.filter(({ text }) => text.includes('Too many tries.')).length).toBeGreaterThan(20)
})

test('a server key can get codes for its own store only, and only for an id that can be stored', async () => {
  const { key } = await openVisitedStore(store)
  expect((await call('link', key, {})).status).toBe(400)
  expect((await call('link', key, { gameUserId: 'a\0b' })).status).toBe(400)
  expect((await call('link', key, { gameUserId: '42', storeId: 'x' })).status).toBe(400)
  expect((await call('link', 'qm_unknown', { gameUserId: '42' })).status).toBe(401)
})

test('a signed-in player sees what they own and their orders, until they sign out', async () => {
  const { newBrowser, key, storeId } = await openVisitedStore(store, { durationSeconds: 30 * 86_400 })
  const browser = newBrowser()
  expect((await browser.get('/me')).status).toBe(404)
  const code = await getCode(key, '42')
  expect((await browser.get('/me')).text).toContain('Prove which player you are')
  const back = await browser.post('/who/code', { code, to: 'me' })
  expect([back.status, back.location]).toEqual([303, '/me'])
  expect((await browser.get('/me')).text).toContain('You own nothing at the moment.')
  await browser.add()
  await browser.pay((await browser.checkout()).location)
  const page = (await browser.get('/me')).text
  expect(page).toMatch(/VIP Gold[^]*Until [^]*Orders[^]*VIP Gold[^]*Paid/)
  const isNamed = async () =>
    (await store.query('select from unnamed_players where store_id = $1', [storeId])).length === 0
  await newBrowser().post('/me/naming', { named: 'no' })
  expect([page.includes('Do not name me'), await isNamed()]).toEqual([true, true])
  expect((await browser.post('/me/naming', { named: 'no' })).location).toBe('/me')
  expect([(await browser.get('/me')).text.includes('Name me again'), await isNamed()]).toEqual([true, false])
  await browser.post('/me/naming', { named: 'yes' })
  expect(await isNamed()).toBe(true)
  const other = newBrowser()
  other.cookies.set('__Host-player', `qmp_${'a'.repeat(38)}`)
  expect((await other.get('/me')).text).not.toContain('VIP Gold')
  await browser.post('/who/sign-out', {})
  expect((await browser.get('/me')).text).toContain('Prove which player you are')
  expect(await store.query('select from player_sessions where store_id = $1', [storeId])).toEqual([])
})
