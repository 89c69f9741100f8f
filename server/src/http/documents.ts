import fastifySwagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

const TITLE = 'Quartermaster: games 1.0'

/** The page may load what this server serves and nothing else, and may talk to nobody else. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Collects the published document from the routes that are registered after it. */
export async function collectDocument(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: TITLE,
        version: '1.0',
        description: 'What a game server calls: register, fetch what waits, report what ran.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          serverKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The server key, alone or behind a scheme',
          },
        },
      },
      security: [{ serverKey: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (typeof json['$id'] === 'string' ? json['$id'] : `def-${i}`),
    },
    convertConstToEnum: false,
  })
}

/** The document as a page for people, from files of our own. */
export async function serveDocument(app: FastifyInstance): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', POLICY))
    await pages.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        title: TITLE,
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
