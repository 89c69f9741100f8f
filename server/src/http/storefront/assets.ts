import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { drawAvatar } from '../../storefront/avatar.ts'
import { type Asset, assetType } from '../../themes/assets.ts'
import type { ReadPicture } from './picture-cache.ts'
import { encode } from '../encode.ts'
import { setPageHeaders } from './policy.ts'
import { colorsUrlOf, PAGE_ROUTE, type StorefrontParts, visitOf } from './visit.ts'

/** The content of an address never changes. */
const FOREVER = 'public, max-age=31536000, immutable'
const RESOURCE_POLICY = 'cross-origin-resource-policy'

/** Stylesheets, drawings and fonts of the themes, and the drawn faces of players. */
export function serveAssets(app: FastifyInstance, { themes, ownThemes }: StorefrontParts): void {
  app.get<{ Params: { file: string } }>('/assets/:file', PAGE_ROUTE, async (request, reply) => {
    const url = `/assets/${request.params.file}`
    const { colors } = visitOf(request)
    // A page that was opened before the owner changed the colors gets the new ones.
    if (colors !== null && /^\/assets\/colors\.[\w-]+\.css$/.test(url))
      return sendColors(request, reply, { url, colors })
    const asset = themes.assets.get(url)
    if (asset) return sendForever(request, reply, asset)
    const own = await ownThemes?.readAsset(visitOf(request).storeId, url)
    if (!own) throw new AppError('not_found', 'This URL does not exist.')
    return sendOwnAsset(request, reply, { url, body: own })
  })
  app.get<{ Params: { code: string } }>('/avatars/:code.svg', PAGE_ROUTE, async (request, reply) => {
    const drawing = drawAvatar(request.params.code)
    if (drawing === undefined) throw new AppError('not_found', 'This URL does not exist.')
    return sendForever(request, reply, { type: 'image/svg+xml', body: Buffer.from(drawing) })
  })
}

/** The pictures of the store that the host belongs to. */
export function servePictures(app: FastifyInstance, read: ReadPicture): void {
  app.get<{ Params: { file: string } }>('/pictures/:file', PAGE_ROUTE, async (request, reply) => {
    const { file } = request.params
    const body = await read(visitOf(request).storeId, file)
    if (!body) throw new AppError('not_found', 'This URL does not exist.')
    // Custom storefronts show them on other websites.
    reply.header(RESOURCE_POLICY, 'cross-origin')
    return sendForever(request, reply, { type: file.endsWith('.avif') ? 'image/avif' : 'image/webp', body })
  })
}

/**
 * A file of an owner. As a page of its own, a drawing can run nothing and has no origin. It is never the script of a service worker,
 * which would outlive the theme.
 */
function sendOwnAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { url, body }: { url: string; body: Buffer },
): FastifyReply {
  if (request.headers['service-worker'] !== undefined) throw new AppError('not_found', 'This URL does not exist.')
  sendForeverHeaders(reply, assetType(url))
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  return reply.header('x-content-type-options', 'nosniff').send(body)
}

function sendColors(
  request: FastifyRequest,
  reply: FastifyReply,
  { url, colors }: { url: string; colors: string },
): FastifyReply {
  const isCurrent = url === colorsUrlOf(colors)
  const stylesheet = { type: 'text/css; charset=utf-8', body: Buffer.from(colors) }
  return sendForever(request, reply, stylesheet, isCurrent ? FOREVER : 'no-cache')
}

export function sendForever(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Pick<Asset, 'type' | 'body' | 'brotli' | 'gzip'>,
  cacheControl = FOREVER,
): FastifyReply {
  sendForeverHeaders(reply, asset.type, cacheControl)
  return reply.send(encode(request, reply, asset))
}

function sendForeverHeaders(reply: FastifyReply, type: string, cacheControl = FOREVER): void {
  setPageHeaders(reply)
  if (!reply.hasHeader(RESOURCE_POLICY)) reply.header(RESOURCE_POLICY, 'same-origin')
  reply.header('cache-control', cacheControl).type(type)
}
