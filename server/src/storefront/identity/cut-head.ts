import { loadSharp } from '../../pictures/load-sharp.ts'

const SIZE = 112
const FACE = { left: 8, top: 8, width: 8, height: 8 }
const HAT = { left: 40, top: 8, width: 8, height: 8 }
const MAX_PIXELS = 64 * 64

/** The face of a skin with its hat, encoded again. Undefined if the bytes are not a skin. */
export async function cutHead(skin: Buffer): Promise<Buffer | undefined> {
  const sharp = await loadSharp()
  try {
    const open = () => sharp(skin, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format, width, height } = await open().metadata()
    if (format !== 'png' || width !== 64 || (height !== 64 && height !== 32)) return undefined
    const face = await open().extract(FACE).removeAlpha().png().toBuffer()
    const hat = await open().ensureAlpha().extract(HAT).png().toBuffer()
    const { channels } = await sharp(hat).stats()
    // Old skins have an opaque rectangle instead of a hat.
    const hasHat = (channels[3]?.min ?? 255) < 255
    const head = await sharp(face)
      .composite(hasHat ? [{ input: hat }] : [])
      .png()
      .toBuffer()
    return await sharp(head).resize(SIZE, SIZE, { kernel: 'nearest' }).webp({ lossless: true }).toBuffer()
  } catch {
    return undefined
  }
}
