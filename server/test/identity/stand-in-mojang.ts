import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { json, listen, type StandInReply } from './listen.ts'

/** Stands in for Mojang: profiles by name, skins by profile, textures by hash. */
export async function startStandInMojang({ names = ['Rowan_Hale'], port = 0 } = {}) {
  const state = { isDown: false, calls: 0, texture: undefined as Buffer | undefined }
  const skin = await drawSkin()
  const players = new Map(names.map((name) => [name.toLowerCase(), { name, id: hash(`id ${name}`).slice(0, 32) }]))

  async function handle(url: URL): Promise<StandInReply> {
    state.calls++
    if (state.isDown) return { status: 503 }
    const [, kind = '', value = ''] =
      /^\/(users\/profiles\/minecraft|session\/minecraft\/profile|texture)\/(\w+)$/.exec(url.pathname) ?? []
    if (kind === 'texture') return { headers: { 'content-type': 'image/png' }, body: state.texture ?? skin }
    const known = [...players.values()].find(
      ({ name, id }) => id === value || name.toLowerCase() === value.toLowerCase(),
    )
    if (!known) return json({ errorMessage: `Couldn't find any profile with name ${value}` }, 404)
    if (kind !== 'session/minecraft/profile') return json({ id: known.id, name: known.name })
    const textures = { SKIN: { url: `http://textures.minecraft.net/texture/${hash(known.name)}` } }
    const encoded = Buffer.from(JSON.stringify({ profileId: known.id, textures })).toString('base64')
    return json({ ...known, properties: [{ name: 'textures', value: encoded }] })
  }
  return { ...(await listen(handle, { port })), state }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A green face on a skin of the usual size. */
async function drawSkin(): Promise<Buffer> {
  const face = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2f5d3f' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
    .composite([{ input: face, left: 8, top: 8 }])
    .png()
    .toBuffer()
}
