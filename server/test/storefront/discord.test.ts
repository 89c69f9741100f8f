import { afterAll, beforeEach, expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import type { StoreId } from '../../src/ids.ts'
import { connectIdentityProvider } from '../../src/storefront/identity/connections.ts'
import { startStandInDiscord } from '../identity/stand-in-discord.ts'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const discord = await startStandInDiscord()
afterAll(discord.close)
const store = await startStore({ pages: true, env: { ...STOREFRONT_ENV, DISCORD_URL: discord.url } })

beforeEach(() => void (discord.state.isDown = false))

async function connect(storeId: StoreId, clientSecret = discord.application.clientSecret) {
  const { clientId } = discord.application
  const { sealer } = store.payments
  await inStore(store.database.app, storeId, (tx) =>
    connectIdentityProvider(tx, { sealer, storeId, provider: 'discord', clientId, clientSecret }),
  )
}

async function openFivemStore() {
  const shop = await openVisitedStore(store)
  await store.query("update storefronts set identity_providers = '{discord}' where store_id = $1", [shop.storeId])
  await connect(shop.storeId)
  return shop
}

/** Accepts or cancels on the page of Discord. Returns the address to which it sends the visitor. */
async function answer(location: string, button = 'authorize'): Promise<string> {
  const response = await fetch(location, {
    method: 'POST',
    body: new URLSearchParams({ [button]: '' }),
    redirect: 'manual',
  })
  return response.headers.get('location') ?? ''
}

test('a player signs in with Discord and buys', async () => {
  const { newBrowser, key } = await openFivemStore()
  const browser = newBrowser()
  await browser.add()
  const { location } = await browser.get('/who/discord')
  const back = await browser.get(await answer(location))
  expect([back.status, back.location]).toEqual([303, '/basket#who'])
  expect((await browser.get('/basket')).text).toContain('<b>Ilse of the Fen</b>')
  await browser.pay((await browser.checkout()).location)
  expect(await store.poll(key)).toMatchObject([{ gameUserId: '80351110224678912' }])
})

test('without an application there is no button for Discord, and no page behind it', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  await store.query("update storefronts set identity_providers = '{discord,code}' where store_id = $1", [storeId])
  const browser = newBrowser()
  await browser.add()
  for (const path of ['/who', '/basket', '/me']) expect((await browser.get(path)).text).not.toContain('/who/discord')
  expect((await browser.get('/who/discord')).status).toBe(404)
  await store.query("update storefronts set identity_providers = '{discord}' where store_id = $1", [storeId])
  expect((await browser.get('/basket')).text).toContain('No player can sign in here at the moment.')
  await connect(storeId)
  for (const path of ['/who', '/basket', '/me']) expect((await browser.get(path)).text).toContain('/who/discord')
})

test('an answer counts only in the browser that asked, and once', async () => {
  const { newBrowser } = await openFivemStore()
  const [mallory, victim] = [newBrowser(), newBrowser()]
  const stolen = await answer((await mallory.get('/who/discord')).location)
  expect((await victim.get(stolen)).status).toBe(422)
  await victim.get('/who/discord')
  expect((await victim.get(stolen)).status).toBe(422)
  const own = await answer((await victim.get('/who/discord')).location)
  expect((await victim.get(own)).status).toBe(303)
  expect((await victim.get(own)).status).toBe(422)
})

test('a code that was issued for another browser is refused, even with the own state', async () => {
  const { newBrowser } = await openFivemStore()
  const [mallory, victim] = [newBrowser(), newBrowser()]
  const code = new URL(await answer((await mallory.get('/who/discord')).location)).searchParams.get('code') ?? ''
  const own = new URL(await answer((await victim.get('/who/discord')).location))
  own.searchParams.set('code', code)
  expect((await victim.get(own.href)).status).toBe(422)
})

test('cancelling, a wrong secret and an outage are explained in the page', async () => {
  const { newBrowser, storeId } = await openFivemStore()
  const browser = newBrowser()
  const cancelled = await browser.get(await answer((await browser.get('/who/discord')).location, 'cancel'))
  expect([cancelled.status, cancelled.text.includes('or was cancelled')]).toEqual([422, true])
  const waiting = await answer((await browser.get('/who/discord')).location)
  discord.state.isDown = true
  expect((await browser.get(waiting)).text).toContain('does not answer right now')
  discord.state.isDown = false
  await connect(storeId, 'wrong')
  expect((await browser.get(await answer((await browser.get('/who/discord')).location))).status).toBe(422)
})

test('the secret of the application is stored encrypted, for one store', async () => {
  const { storeId } = await openFivemStore()
  const [row] = await store.query<{ sealed: Buffer }>('select sealed from identity_connections where store_id = $1', [
    storeId,
  ])
  expect(row?.sealed.includes(discord.application.clientSecret)).toBe(false)
  const other = await openFivemStore()
  await store.query('update identity_connections set sealed = $2 where store_id = $1', [other.storeId, row?.sealed])
  expect((await other.newBrowser().get('/who/discord')).status).toBe(500)
})
