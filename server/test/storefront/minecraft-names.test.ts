import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createMinecraft } from '../../src/storefront/identity/minecraft.ts'
import { startStandInMojang } from '../identity/stand-in-mojang.ts'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const mojang = await startStandInMojang({ names: ['Rowan_Hale', 'OldBram'] })
afterAll(mojang.close)
const store = await startStore({ pages: true, env: { ...STOREFRONT_ENV, MOJANG_URL: mojang.url } })

beforeEach(() => {
  mojang.state.isDown = false
  mojang.state.texture = undefined
})

async function openMinecraftStore() {
  const shop = await openVisitedStore(store)
  await store.query("update game_servers set game = 'minecraft' where store_id = $1", [shop.storeId])
  return shop
}

test('a typed name is spelled as Mojang spells it, and the face comes from our own host', async () => {
  const { newBrowser, storeId } = await openMinecraftStore()
  const browser = newBrowser()
  await browser.add()
  expect((await browser.post('/who', { name: 'rowan_hale' })).status).toBe(303)
  const page = (await browser.get('/basket')).text
  expect(page).toContain('<b>Rowan_Hale</b>')
  expect(page).not.toContain(mojang.url)
  const [, src = ''] = /src="(\/avatars\/minecraft\/[^"]+)"/.exec(page) ?? []
  const picture = await store.app.inject({ url: src, headers: { host: browser.host } })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  const { dominant } = await sharp(picture.rawPayload).stats()
  expect(dominant.g).toBeGreaterThan(dominant.r)
  expect(await store.query('select game_user_id, identity, proof from baskets where store_id = $1', [storeId])).toEqual(
    [{ game_user_id: 'Rowan_Hale', identity: 'minecraft', proof: 'found' }],
  )
})

test('a name that nobody has is refused, also as the recipient of a gift', async () => {
  const { newBrowser } = await openMinecraftStore()
  const browser = newBrowser()
  await browser.add()
  expect((await browser.post('/who', { name: 'nobody_here' })).text).toContain('No player has this name.')
  expect((await browser.post('/who', { name: 'not a name' })).text).toContain('No player has this name.')
  const gift = await browser.post('/who', { name: 'OldBram', gift: 'yes', recipient: 'nobody_here' })
  expect([gift.status, gift.text.includes('No player has this name.')]).toEqual([422, true])
})

test('while Mojang is down, a name is accepted with a warning', async () => {
  const { newBrowser, storeId } = await openMinecraftStore()
  mojang.state.isDown = true
  const browser = newBrowser()
  await browser.add()
  expect((await browser.post('/who', { name: 'Somebody_New' })).status).toBe(303)
  expect((await browser.get('/basket')).text).toContain('The name could not be checked right now.')
  expect(await store.query('select proof from baskets where store_id = $1', [storeId])).toEqual([{ proof: 'typed' }])
})

test('the same name is asked for once, and too many names are accepted without asking', async () => {
  const { lookUp } = createMinecraft({ url: new URL(mojang.url), now: () => 0 })
  mojang.state.calls = 0
  for (let i = 0; i < 5; i++) expect((await lookUp('oldbram')).result).toBe('found')
  // The profile and its skin.
  expect(mojang.state.calls).toBe(2)
  const results = []
  for (let i = 0; i < 80; i++) results.push((await lookUp(`player_${i}`)).result)
  expect([results.at(0), results.at(-1)]).toEqual(['unknown', 'unchecked'])
})

test('a picture that is not a skin is not passed on', async () => {
  const { head } = createMinecraft({ url: new URL(mojang.url) })
  const texture = 'a'.repeat(64)
  mojang.state.texture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await head(texture)).toBeUndefined()
  mojang.state.texture = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await createMinecraft({ url: new URL(mojang.url) }).head(texture)).toBeUndefined()
  expect(await head('../users/profiles/minecraft/OldBram')).toBeUndefined()
})
