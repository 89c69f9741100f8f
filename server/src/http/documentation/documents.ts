import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance, FastifyPluginAsync, FastifyPluginOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { serveReference } from './api-reference.ts'
import type { HostKind } from '../origins/host-kinds.ts'
import { serveOn } from '../origins/route-hosts.ts'
import { shareErrorResponses } from '../share-error-responses.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI documents by name, such as `games-1.0`. */
    documents: Map<string, () => unknown>
  }
}

export type DocumentOptions = {
  /** `games-1.0` is served as a page at `/docs/games-1.0` and as JSON at `/docs/games-1.0/openapi.json`. */
  name: string
  title: string
  description: string
  /** The kind of host that serves the API. The document is on the host of the APIs. */
  host: HostKind
  /** The address of the API. `{host}` is the host of a store. */
  url: string
  docsUrl: string
  /** The schema of error responses. */
  problem: TSchema
  security: keyof typeof SECURITY_SCHEMES
  /** Limits requests for the page. Without it, there is no page. */
  limit: ((app: FastifyInstance) => void) | undefined
}

/** An API together with its OpenAPI document, which is built from the routes, and a page that shows the document. */
export function documented<Options extends FastifyPluginOptions>(
  api: FastifyPluginAsync<Options>,
  options: Options & { prefix: string },
): FastifyPluginAsync<DocumentOptions> {
  return async (app, document) => {
    app.addSchema(document.problem)
    await collectDocument(app, document)
    await app.register(async (routes) => {
      serveOn(routes, document.host)
      await routes.register(api, options)
    })
    app.documents.set(document.name, () => app.swagger())
    await app.register(async (pages) => {
      if (!document.limit) return
      serveOn(pages, 'api')
      document.limit(pages)
      serveReference(pages, { ...document, read: () => app.swagger() })
    })
  }
}

const SECURITY_SCHEMES = {
  serverKey: {
    serverKey: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The server key, alone or after a scheme such as `Bearer`.',
    },
  },
  token: {
    token: { type: 'http', scheme: 'bearer', description: 'An API token (`qmt_…`) or a session token (`qms_…`).' },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-quartermaster',
      description: 'Set when a browser signs in.',
    },
  },
  buyer: {
    buyer: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of a basket (`qmb_…`), or for an order its token (`qmo_…`).',
    },
  },
} as const

const HOST_OF_STORE = { host: { default: 'vale.stores.example', description: 'The host of the store.' } }

/** Collects the document from the routes that are registered afterwards. */
async function collectDocument(
  app: FastifyInstance,
  { name, title, description, url, docsUrl, security }: DocumentOptions,
): Promise<void> {
  const version = name.split('-').at(-1) ?? ''
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url, ...(url.includes('{host}') && { variables: HOST_OF_STORE }) }],
      externalDocs: { url: docsUrl, description: 'All API documents and guides' },
      components: { securitySchemes: SECURITY_SCHEMES[security] },
      security: Object.keys(SECURITY_SCHEMES[security]).map((scheme) => ({ [scheme]: [] })),
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (typeof json['$id'] === 'string' ? json['$id'] : `def-${i}`),
    },
    convertConstToEnum: false,
    ...(security !== 'serverKey' && {
      transformObject: (from) =>
        'openapiObject' in from ? shareErrorResponses(from.openapiObject) : from.swaggerObject,
    }),
  })
}
