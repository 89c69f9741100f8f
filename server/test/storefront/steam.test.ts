import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startStandInSteam } from '../identity/stand-in-steam.ts'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const steam = await startStandInSteam({ steamId: '76561198000000042' })
afterAll(steam.close)
const store = await startStore({ pages: true, env: { ...STOREFRONT_ENV, STEAM_URL: steam.url } })

beforeEach(() => {
  steam.state.isDown = false
  steam.state.forgetsNonces = true
})

async function openRustStore() {
  const shop = await openVisitedStore(store)
  await store.query("update game_servers set game = 'rust' where store_id = $1", [shop.storeId])
  return shop
}
type Browser = ReturnType<Awaited<ReturnType<typeof openRustStore>>['newBrowser']>

/** Begins to sign in. Returns the address to which Steam sends the visitor back. */
async function begin(browser: Browser): Promise<string> {
  const { status, location } = await browser.get('/who/steam')
  expect([status, location.startsWith(`${steam.url}/openid/login?`)]).toEqual([303, true])
  return new URL(location).searchParams.get('openid.return_to') ?? ''
}

const comeBack = (browser: Browser, returnTo: string, answer: URLSearchParams) =>
  browser.get(`${returnTo}&${answer.toString()}`)

test('a player signs in through Steam and buys', async () => {
  const { newBrowser, storeId, key } = await openRustStore()
  const browser = newBrowser()
  await browser.add()
  expect((await browser.get('/basket')).text).toContain('href="/who/steam"')
  const { location } = await browser.get('/who/steam')
  const signedIn = await fetch(location, {
    method: 'POST',
    body: new URLSearchParams({ 'sign-in': '' }),
    redirect: 'manual',
  })
  const back = await browser.get(signedIn.headers.get('location') ?? '')
  expect([back.status, back.location]).toEqual([303, '/basket#who'])
  expect(String(back.headers['set-cookie'])).toMatch(
    /__Host-player=qmp_\w{38}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Lax/,
  )
  expect(await store.query('select game_user_id, identity, proof from baskets where store_id = $1', [storeId])).toEqual(
    [{ game_user_id: '76561198000000042', identity: 'steam', proof: 'proven' }],
  )
  await browser.pay((await browser.checkout()).location)
  expect(await store.poll(key)).toMatchObject([{ gameUserId: '76561198000000042' }])
})

test('a typed Steam id is refused, also in a basket that was named before the game was known', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  expect((await browser.post('/who', { name: '76561198000000042' })).status).toBe(303)
  await store.query("update game_servers set game = 'rust' where store_id = $1", [storeId])
  const typed = await browser.post('/who', { name: '76561198000000042' })
  expect([typed.status, typed.text.includes('delivers only to players who have signed in')]).toEqual([422, true])
  expect((await browser.checkout()).text).toContain('delivers only to players who have signed in')
  expect(await store.query('select from checkouts where store_id = $1', [storeId])).toEqual([])
})

test('a store whose game has names has no sign-in through Steam', async () => {
  const { newBrowser } = await openVisitedStore(store)
  expect((await newBrowser().get('/who/steam')).status).toBe(404)
})

const OTHER = '76561198000000666'
/** Answers that are signed, so that only the named check can refuse them. */
const HOSTILE: [what: string, change: (returnTo: string) => Record<string, string>][] = [
  ['another endpoint', () => ({ op_endpoint: 'https://evil.example/openid/login' })],
  [
    'a claimed id of another host',
    () => ({
      claimed_id: `https://evil.example/openid/id/${OTHER}`,
      identity: `https://evil.example/openid/id/${OTHER}`,
    }),
  ],
  [
    'a claimed id that only begins like one of Steam',
    () => ({ claimed_id: `${steam.url}/openid/id/${OTHER}/x`, identity: `${steam.url}/openid/id/${OTHER}/x` }),
  ],
  ['an identity that is not the claimed id', () => ({ identity: `${steam.url}/openid/id/${OTHER}` })],
  [
    'the return address of another store',
    (returnTo) => ({ return_to: returnTo.replace(/\/\/[^/]+/, '//other.shops.example') }),
  ],
  ['the return address of another sign-in', (returnTo) => ({ return_to: returnTo.replace(/state=.*/, 'state=other') })],
  ['another version of OpenID', () => ({ ns: 'http://openid.net/signon/1.1' })],
  ['a mode that is not a positive assertion', () => ({ mode: 'setup_needed' })],
  [
    'an identity that is not signed',
    () => ({ signed: 'signed,op_endpoint,claimed_id,return_to,response_nonce,assoc_handle' }),
  ],
  [
    'a claimed id that is not signed',
    () => ({ signed: 'signed,op_endpoint,identity,return_to,response_nonce,assoc_handle' }),
  ],
  [
    'a return address that is not signed',
    () => ({ signed: 'signed,op_endpoint,claimed_id,identity,response_nonce,assoc_handle' }),
  ],
  ['a nonce that is not signed', () => ({ signed: 'signed,op_endpoint,claimed_id,identity,return_to,assoc_handle' })],
  ['an old nonce', () => ({ response_nonce: '2020-01-01T00:00:00Zabc' })],
  ['no nonce', () => ({ response_nonce: '' })],
]

describe('an answer is refused that has', async () => {
  const { newBrowser, storeId } = await openRustStore()
  test.each(HOSTILE)('%s', async (_what, change) => {
    const browser = newBrowser()
    const returnTo = await begin(browser)
    const refused = await comeBack(browser, returnTo, steam.answer(returnTo, change(returnTo)))
    expect([refused.status, refused.text.includes('Signing in did not work')]).toEqual([422, true])
    expect(await store.query('select from player_sessions where store_id = $1', [storeId])).toEqual([])
  })
})

test('an answer counts once, even if Steam confirms it twice', async () => {
  const { newBrowser } = await openRustStore()
  const browser = newBrowser()
  const returnTo = await begin(browser)
  const cookie = browser.cookies.get('__Host-sign-in') ?? ''
  const answer = steam.answer(returnTo)
  expect((await comeBack(browser, returnTo, answer)).status).toBe(303)
  browser.cookies.set('__Host-sign-in', cookie)
  expect((await comeBack(browser, returnTo, answer)).status).toBe(422)
})

test('an answer that Steam does not confirm is refused: changed after it was signed, or repeated', async () => {
  const { newBrowser } = await openRustStore()
  const browser = newBrowser()
  const returnTo = await begin(browser)
  const answer = steam.answer(returnTo)
  answer.set('openid.claimed_id', `${steam.url}/openid/id/${OTHER}`)
  answer.set('openid.identity', `${steam.url}/openid/id/${OTHER}`)
  expect((await comeBack(browser, returnTo, answer)).status).toBe(422)
})

test('a field that is there twice is refused', async () => {
  const { newBrowser } = await openRustStore()
  const browser = newBrowser()
  const returnTo = await begin(browser)
  const answer = steam.answer(returnTo)
  answer.append('openid.claimed_id', `${steam.url}/openid/id/${OTHER}`)
  expect((await comeBack(browser, returnTo, answer)).status).toBe(422)
})

test('the answer of one visitor does not sign in another one', async () => {
  const { newBrowser } = await openRustStore()
  const [mallory, victim] = [newBrowser(), newBrowser()]
  const returnTo = await begin(mallory)
  await begin(victim)
  expect((await comeBack(victim, returnTo, steam.answer(returnTo))).status).toBe(422)
  expect((await comeBack(newBrowser(), returnTo, steam.answer(returnTo))).status).toBe(422)
})

test('while Steam is down, the page says so', async () => {
  const { newBrowser } = await openRustStore()
  const browser = newBrowser()
  const returnTo = await begin(browser)
  const answer = steam.answer(returnTo)
  steam.state.isDown = true
  expect((await comeBack(browser, returnTo, answer)).text).toContain('does not answer right now')
})

test('signing out ends the session, and the basket has no player', async () => {
  const { newBrowser, storeId } = await openRustStore()
  const browser = newBrowser()
  await browser.add()
  const returnTo = await begin(browser)
  await comeBack(browser, returnTo, steam.answer(returnTo))
  expect((await browser.post('/who/sign-out', {})).status).toBe(303)
  expect(await store.query('select from player_sessions where store_id = $1', [storeId])).toEqual([])
  expect((await browser.get('/basket')).text).toContain('href="/who/steam"')
})
