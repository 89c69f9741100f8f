import { AppError } from '../errors.ts'

/** The beginning of each kind of file that is accepted. The type that the sender names does not count. */
const BEGINNINGS: RegExp[] = [
  /^\x89PNG\r\n[^]\n/,
  /^\xff\xd8\xff/,
  /^RIFF[^]{4}WEBPVP8/,
  /^[^]{4}ftypavi[fs]/,
  /^GIF8[79]a/,
]
const SEARCHED_BYTES = 1_024

export function requirePictureType(bytes: Buffer): void {
  const beginning = bytes.toString('latin1', 0, SEARCHED_BYTES)
  if (BEGINNINGS.some((pattern) => pattern.test(beginning))) return
  if (/<svg[\s>]/i.test(beginning))
    throw new AppError(
      'invalid_request',
      'SVG drawings are not accepted, because they can contain scripts. Export the drawing as PNG, 1280 pixels wide, and upload that',
    )
  throw new AppError(
    'invalid_request',
    'The file is not a PNG, JPEG, WebP, AVIF or GIF picture. Export it in one of these formats and upload it again',
  )
}
