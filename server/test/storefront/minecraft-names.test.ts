import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { banPlayer } from '../../src/bans/ban-player.ts'
import { inStore } from '../../src/db/database.ts'
import { createMinecraft } from '../../src/storefront/identity/minecraft.ts'
import { startStandInMojang } from '../identity/stand-in-mojang.ts'
import { startStore } from '../start-store.ts'
import { newAddress, openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

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

test('names are looked up only for a visitor with a basket, and only as often as their network may', async () => {
  const { host } = await openMinecraftStore()
  const url = '/api/storefront/1.0/basket/player'
  const callsOf = async (token: string | undefined, count: number) => {
    const remoteAddress = newAddress()
    mojang.state.calls = 0
    const headers = { host, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const statuses = new Set<number>()
    for (let i = 0; i < count; i++) {
      const payload = { player: `${remoteAddress.replaceAll('.', '_')}_${i}` }
      statuses.add((await store.app.inject({ method: 'PUT', url, headers, remoteAddress, payload })).statusCode)
    }
    return { calls: mojang.state.calls, statuses: [...statuses] }
  }
  expect(await callsOf(undefined, 30)).toEqual({ calls: 0, statuses: [401] })
  expect(await callsOf(`qmb_${'a'.repeat(38)}`, 30)).toEqual({ calls: 0, statuses: [404] })
  const created = await store.app.inject({ method: 'POST', url: '/api/storefront/1.0/baskets', headers: { host } })
  const { token } = created.json<{ token: string }>()
  // Nobody has the first names, and the others are accepted unchecked.
  expect(await callsOf(token, 14)).toEqual({ calls: 10, statuses: [400, 200] })
  mojang.state.calls = 0
  const page = await store.app.inject({
    method: 'POST',
    url: '/who',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'name=OldBram',
    remoteAddress: newAddress(),
  })
  expect([page.statusCode, mojang.state.calls]).toEqual([303, 0])
})

/** Bans a player, and returns how to find out whether a typed name is banned. */
function openBans({
  newBrowser,
  storeId,
}: Pick<Awaited<ReturnType<typeof openVisitedStore>>, 'newBrowser' | 'storeId'>) {
  return {
    ban: (gameUserId: string) =>
      inStore(store.database.app, storeId, (tx) =>
        banPlayer(tx, { storeId, gameUserId, reason: 'x', until: null, by: 'ana' }),
      ),
    isBanned: async (name: string) => {
      const browser = newBrowser()
      await browser.add()
      return (await browser.post('/who', { name })).text.includes('banned from this store')
    },
  }
}

test('a ban counts for every spelling of a typed name', async () => {
  const { ban, isBanned } = openBans(await openVisitedStore(store))
  await ban('José Alex')
  for (const name of ['José Alex', 'jOSÉ aLEX', 'Jose\u0301 Alex', 'Ｊosé Alex', 'José\u200b Alex', 'José\u00a0Alex'])
    expect(await isBanned(name), name).toBe(true)
  expect(await isBanned('Jose Alex')).toBe(false)
})

test('a ban counts while Mojang cannot be asked, and for the id of the player that Mojang names', async () => {
  const { ban, isBanned } = openBans(await openMinecraftStore())
  await ban('Alex_Banned')
  mojang.state.isDown = true
  expect(await isBanned('aLEX_Banned')).toBe(true)
  mojang.state.isDown = false
  const profile = await fetch(`${mojang.url}/users/profiles/minecraft/OldBram`)
  const { id } = (await profile.json()) as { id: string }
  await ban(id.toUpperCase())
  expect(await isBanned('oldbram')).toBe(true)
})

test('a ban that was set after the player was named stops the order, in another spelling too', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: 'sTEVE' })
  const page = await browser.get('/checkout')
  await inStore(store.database.app, storeId, (tx) =>
    banPlayer(tx, { storeId, gameUserId: 'Steve', reason: 'x', until: null, by: 'ana' }),
  )
  expect(page.status).toBe(200)
  expect((await browser.checkout()).text).toContain('banned from this store')
})

test('the same name is asked for once, and too many names are accepted without asking', async () => {
  const { lookUp } = createMinecraft({ url: new URL(mojang.url), now: () => 0 })
  mojang.state.calls = 0
  const count = () => undefined
  for (let i = 0; i < 5; i++) expect((await lookUp('oldbram', count)).result).toBe('found')
  // The profile and its skin.
  expect(mojang.state.calls).toBe(2)
  const results = []
  for (let i = 0; i < 80; i++) results.push((await lookUp(`player_${i}`, count)).result)
  expect([results.at(0), results.at(-1)]).toEqual(['unknown', 'unchecked'])
})

test('a picture that is not a skin is not passed on', async () => {
  const { head } = createMinecraft({ url: new URL(mojang.url) })
  const count = () => undefined
  const texture = 'a'.repeat(64)
  mojang.state.texture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await head(texture, count)).toBeUndefined()
  mojang.state.texture = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await createMinecraft({ url: new URL(mojang.url) }).head(texture, count)).toBeUndefined()
  expect(await head('../users/profiles/minecraft/OldBram', count)).toBeUndefined()
})
