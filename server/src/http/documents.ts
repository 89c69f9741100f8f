import fastifySwagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import { shareRefusals } from './share-refusals.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyPluginOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The published document of each surface, by its name. */
    documents: Map<string, () => unknown>
  }
}

/** The page may load what this server serves and nothing else, and may talk to nobody else. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type Surface = {
  name: string
  page: `/${string}`
  description: string
  /** How callers say who they are. */
  security: 'serverKey' | 'token'
}

/** A surface with the document that its routes say, and a page of it for people. */
export function documented<Options extends FastifyPluginOptions>(
  surface: FastifyPluginAsync<Options>,
  options: Options & { prefix: string },
): FastifyPluginAsync<Surface> {
  return async (app, { name, page, description, security }) => {
    const [kind, version = ''] = name.split('-')
    const title = `Quartermaster: ${kind} ${version}`
    await collectDocument(app, { info: { title, version, description }, security })
    await app.register(surface, options)
    app.documents.set(name, () => app.swagger())
    await servePage(app, { title, page })
  }
}

const SCHEMES = {
  serverKey: {
    serverKey: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The server key, alone or behind a scheme',
    },
  },
  token: {
    token: { type: 'http', scheme: 'bearer', description: 'An API token (`qmt_…`) or a session (`qms_…`)' },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-quartermaster',
      description: 'Set by signing in with a browser',
    },
  },
} as const

/** Collects the document from the routes that are registered after it. */
async function collectDocument(
  app: FastifyInstance,
  { info, security }: { info: { title: string; version: string; description: string }; security: Surface['security'] },
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      components: { securitySchemes: SCHEMES[security] },
      security: Object.keys(SCHEMES[security]).map((name) => ({ [name]: [] })),
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (typeof json['$id'] === 'string' ? json['$id'] : `def-${i}`),
    },
    convertConstToEnum: false,
    // What can go wrong everywhere is said once.
    ...(security === 'token' && {
      transformObject: (from) => ('openapiObject' in from ? shareRefusals(from.openapiObject) : from.swaggerObject),
    }),
  })
}

/** The document as a page for people, from files of our own. */
async function servePage(
  app: FastifyInstance,
  { title, page }: { title: string; page: Surface['page'] },
): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', POLICY))
    await pages.register(scalar, {
      routePrefix: page,
      configuration: {
        title,
        withDefaultFonts: false,
        showDeveloperTools: 'never',
        hideClientButton: true,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}
