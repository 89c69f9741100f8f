import { LRUCache } from 'lru-cache'
import { fullBucket, takeToken } from '../../token-bucket.ts'
import { cutHead } from './cut-head.ts'
import { fetchService } from './fetch-service.ts'
import type { CountCall, LookUp, NameLookUp } from './provider.ts'

const API = new URL('https://api.mojang.com')
const SESSIONS = new URL('https://sessionserver.mojang.com')
const TEXTURES = new URL('https://textures.minecraft.net')

const NAME = /^\w{1,16}$/
const UUID = /^[0-9a-f]{32}$/
const TEXTURE = /^[0-9a-f]{32,64}$/

/** Mojang allows 600 look-ups in ten minutes for each address. */
const RATE = { perSecond: 0.9, burst: 60 }
const HEAD_RATE = { perSecond: 5, burst: 100 }
const FOUND_MS = 3_600_000
/** Someone may choose the name in the meantime. */
const UNKNOWN_MS = 300_000
const MAX_NAMES = 20_000
const MAX_HEADS = 2_000

export type Minecraft = {
  lookUp: NameLookUp
  /** The face of a skin, as a picture. Undefined if there is none. */
  head: (texture: string, countCall: CountCall) => Promise<Buffer | undefined>
}

/** Looks up players of Minecraft: Java Edition at Mojang. `url` replaces all addresses of Mojang in tests. */
export function createMinecraft({
  url,
  now = Date.now,
}: { url?: URL | undefined; now?: () => number } = {}): Minecraft {
  const known = new LRUCache<string, Exclude<LookUp, { result: 'unchecked' }>>({ max: MAX_NAMES })
  const heads = new LRUCache<string, Promise<Buffer | undefined>>({ max: MAX_HEADS })
  const [names, pictures] = [fullBucket(RATE, now()), fullBucket(HEAD_RATE, now())]

  async function ask(name: string): Promise<Exclude<LookUp, { result: 'unchecked' }>> {
    takeToken(names, RATE, now())
    const { status, body } = await fetchService(new URL(`/users/profiles/minecraft/${name}`, url ?? API))
    if (status === 404 || status === 204) return { result: 'unknown' }
    if (status !== 200) throw new Error(`Mojang answered ${status}`)
    const { id, name: spelled } = JSON.parse(body.toString()) as { id?: unknown; name?: unknown }
    if (typeof id !== 'string' || !UUID.test(id) || typeof spelled !== 'string' || !NAME.test(spelled))
      throw new Error('Mojang sent no profile')
    const texture = await readTexture(id).catch(() => undefined)
    const avatar = texture === undefined ? null : `/avatars/minecraft/${texture}.webp`
    const otherIds = [id, id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')]
    return { result: 'found', player: { gameUserId: spelled, avatar, otherIds } }
  }

  /** The name of the skin. Its address is not used: only the name is taken from it. */
  async function readTexture(id: string): Promise<string | undefined> {
    const { status, body } = await fetchService(new URL(`/session/minecraft/profile/${id}`, url ?? SESSIONS))
    if (status !== 200) return undefined
    const { properties } = JSON.parse(body.toString()) as { properties?: { name: string; value: string }[] }
    const value = properties?.find((each) => each.name === 'textures')?.value ?? ''
    const { textures } = JSON.parse(Buffer.from(value, 'base64').toString()) as {
      textures?: { SKIN?: { url?: string } }
    }
    const texture = textures?.SKIN?.url?.split('/').at(-1) ?? ''
    return TEXTURE.test(texture) ? texture : undefined
  }

  async function fetchHead(texture: string): Promise<Buffer | undefined> {
    takeToken(pictures, HEAD_RATE, now())
    const { status, body } = await fetchService(new URL(`/texture/${texture}`, url ?? TEXTURES))
    return status === 200 ? cutHead(body) : undefined
  }

  return {
    async lookUp(name, countCall) {
      if (!NAME.test(name)) return { result: 'unknown' }
      const key = name.toLowerCase()
      const cached = known.get(key)
      if (cached) return cached
      try {
        countCall()
        const found = await ask(name)
        known.set(key, found, { ttl: found.result === 'found' ? FOUND_MS : UNKNOWN_MS })
        return found
      } catch {
        return { result: 'unchecked' }
      }
    },
    async head(texture, countCall) {
      if (!TEXTURE.test(texture)) return undefined
      const fetched = heads.get(texture)
      if (!fetched) countCall()
      const cached = fetched ?? fetchHead(texture)
      heads.set(texture, cached)
      return cached.catch(() => {
        heads.delete(texture)
        return undefined
      })
    },
  }
}
