import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { pino } from 'pino'
import { AppError } from '../../src/errors.ts'
import type { StoreId } from '../../src/ids.ts'
import { createIdentify, identifyRequests } from '../../src/http/origins/request-identity.ts'
import { createErrorPages } from '../../src/http/storefront/error-page.ts'
import { storefrontPages } from '../../src/http/storefront/routes.ts'
import { createSendPage } from '../../src/http/storefront/send-page.ts'
import { createStorefrontLimits } from '../../src/http/storefront/storefront-limits.ts'
import type { StorefrontParts } from '../../src/http/storefront/visit.ts'
import { openVisit } from '../../src/http/storefront/visit.ts'
import type { Shop } from '../../src/storefront/shop/shop.ts'
import { loadBuiltInThemes } from '../../src/themes/built-in-themes.ts'
import { SHOP } from './fixture-shop.ts'
import { LIVE, PAGES } from './fixtures.ts'

const DRAWINGS = join(import.meta.dirname, '../../../scripts/dev-store/drawings')

/** Every page of the storefront without a database. Pages of one visitor are at `/fixture/{number}`. */
export async function buildFixtureApp({ shop = SHOP }: { shop?: Shop } = {}): Promise<FastifyInstance> {
  const parts: StorefrontParts = {
    findStoreByHost: () => 'store' as StoreId,
    shops: async () => shop,
    live: async () => LIVE,
    readPicture: (_storeId, file) => draw(file),
    themes: await loadBuiltInThemes(),
    paymentOrigins: [],
  }
  const app = Fastify()
  identifyRequests(app, createIdentify({ publicUrl: 'http://localhost' }))
  app.decorateRequest('visit', null)
  const sendError = createErrorPages(parts, pino({ level: 'silent' }))
  app.setErrorHandler(async (error, request, reply) => void (await sendError(error, request, reply)))
  app.setNotFoundHandler(async (request, reply) => {
    await sendError(new AppError('not_found', 'This URL does not exist.'), request, reply)
  })
  await app.register(storefrontPages, { ...parts, limits: createStorefrontLimits() })
  const sendPage = createSendPage(parts)
  app.get<{ Params: { number: string } }>('/fixture/:number', async (request, reply) => {
    request.visit = (await openVisit(parts, request)) ?? null
    const [template, data] = PAGES[Number(request.params.number)] ?? ['404', {}]
    return sendPage(reply, { template, data })
  })
  // Nothing happens to the order of a fixture.
  app.get('/fixture/:number/events', (_request, reply) => reply.code(204).send())
  return app
}

const drawn = new Map<string, Promise<Buffer>>()

function draw(file: string): Promise<Buffer> {
  const picture = drawn.get(file) ?? drawAnew(file)
  drawn.set(file, picture)
  return picture
}

async function drawAnew(file: string): Promise<Buffer> {
  const [, name = '', width, format] = /^([\w-]+?)-(\d+)\.(webp|avif)$/.exec(file) ?? []
  const svg = await readFile(join(DRAWINGS, `${name}.svg`))
  return sharp(svg, { density: 200 })
    .resize(Number(width))
    .toFormat(format as 'webp')
    .toBuffer()
}
