import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { ThemeFiles } from './theme-files.ts'

export type Asset = { url: string; type: string; body: Buffer; brotli?: Buffer; gzip?: Buffer }

const TYPES: Record<string, { type: string; isText: boolean }> = {
  css: { type: 'text/css; charset=utf-8', isText: true },
  js: { type: 'text/javascript; charset=utf-8', isText: true },
  svg: { type: 'image/svg+xml', isText: true },
  woff2: { type: 'font/woff2', isText: false },
  webp: { type: 'image/webp', isText: false },
  avif: { type: 'image/avif', isText: false },
}

export const ASSET_EXTENSIONS = Object.keys(TYPES)

const FOLDER = 'assets/'

/** The assets of a theme by their name. The address contains a hash of the content, so that browsers can keep them for ever. */
export function createAssets(files: ThemeFiles): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const [path, body] of files) {
    if (path.startsWith(FOLDER)) assets.set(path.slice(FOLDER.length), createAsset(path.slice(FOLDER.length), body))
  }
  return assets
}

export function createAsset(name: string, content: Buffer): Asset {
  const [stem = '', extension = ''] = name.split(/\.(?=[^.]+$)/)
  const known = TYPES[extension]
  if (!known) throw new Error(`assets/${name} has a type that themes cannot use. Use ${Object.keys(TYPES).join(', ')}`)
  const body = extension === 'css' ? Buffer.from(withoutComments(content.toString())) : content
  const url = `/assets/${stem}.${contentHash(body)}.${extension}`
  const asset = { url, type: known.type, body }
  return known.isText ? addCompressed(asset) : asset
}

/** Compressed at the first request: a start has to be quick, and most processes send few of them. */
function addCompressed(asset: Asset): Asset {
  let compressed: ReturnType<typeof compress> | undefined
  const read = () => (compressed ??= compress(asset.body))
  return {
    ...asset,
    get brotli() {
      return read().brotli
    },
    get gzip() {
      return read().gzip
    },
  }
}

/** The content type of an asset by the end of its name. */
export function assetType(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)]?.type ?? 'application/octet-stream'
}

export function contentHash(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 16)
}

/** Both forms, at a quality that pays off for bytes that are sent often. */
export function compress(body: Buffer, quality = 11): { brotli: Buffer; gzip: Buffer } {
  return {
    brotli: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: gzipSync(body, { level: Math.min(quality, 9) }),
  }
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?\*\/\s*/g, '').replaceAll(/\n\s+/g, '\n')
}
