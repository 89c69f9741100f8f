import type { Sharp } from 'sharp'
import { createConcurrencyLimit } from '../db/concurrency-limit.ts'
import { AppError } from '../errors.ts'
import { loadSharp } from './load-sharp.ts'
import type { PictureFile } from './picture.ts'
import { requirePictureType } from './require-picture-type.ts'

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const MAX_PIXELS = 32_000_000
/** The longer side, in times of the shorter one. */
const MAX_RATIO = 5
const WIDTHS = [160, 320, 640, 1280]
const TIMEOUT_SECONDS = 20
export type EncodedPicture = { width: number; height: number; files: PictureFile[] }

/** One picture at a time, on one thread, so that uploads leave the rest of the machine to others. */
const oneAtATime = createConcurrencyLimit(1)

/**
 * Decodes an uploaded file and encodes its first frame again in several widths, never larger than it is. Nothing else of the file
 * remains: neither metadata such as the place of a photo, nor bytes that another program could read as something else.
 */
export async function encodePicture(bytes: Buffer): Promise<EncodedPicture> {
  requirePictureType(bytes)
  return oneAtATime(async () => {
    try {
      return await encode(bytes)
    } catch (error) {
      throw error instanceof AppError ? error : damaged(error)
    }
  })
}

async function encode(bytes: Buffer): Promise<EncodedPicture> {
  const sharp = await loadSharp()
  const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: TIMEOUT_SECONDS })
  requireSize(await source.metadata())
  const largest = await source
    .autoOrient()
    .resize({ width: WIDTHS.at(-1), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = largest.info
  const files: PictureFile[] = []
  for (const fileWidth of new Set(WIDTHS.map((wanted) => Math.min(wanted, width)))) {
    const resized = (): Sharp => sharp(largest.data, { raw: { width, height, channels } }).resize({ width: fileWidth })
    files.push({ width: fileWidth, format: 'webp', content: await resized().webp({ quality: 82 }).toBuffer() })
    files.push({
      width: fileWidth,
      format: 'avif',
      content: await resized().avif({ quality: 58, effort: 2 }).toBuffer(),
    })
  }
  return { width, height, files }
}

/** For a file that another installation has encoded. */
export async function requirePictureFile({ width, format, content }: PictureFile): Promise<void> {
  const sharp = await loadSharp()
  const found = await sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .metadata()
    .catch((error: unknown) => {
      throw damaged(error)
    })
  const isFormat = format === 'webp' ? found.format === 'webp' : found.format === 'heif' && found.compression === 'av1'
  if (!isFormat || found.width !== width) throw damaged(new Error('not the picture that it is said to be'))
}

function requireSize({ width, height }: { width: number; height: number }): void {
  if (width * height > MAX_PIXELS) throw tooLarge()
  if (Math.max(width, height) > MAX_RATIO * Math.min(width, height))
    throw new AppError(
      'invalid_request',
      `The picture is ${width} × ${height} pixels. One side can be at most ${MAX_RATIO} times as long as the other. Crop it`,
    )
}

function tooLarge(): AppError {
  const millions = MAX_PIXELS / 1_000_000
  return new AppError('invalid_request', `The picture has more than ${millions} million pixels. Scale it down`)
}

function damaged(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : ''
  if (/pixel limit/i.test(reason)) return tooLarge()
  return new AppError(
    'invalid_request',
    'The picture cannot be read: the file is damaged or incomplete. Export it again and upload the new file',
    { cause },
  )
}
