import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { createFile, type File, once, sendFile } from '../cached-file.ts'

/** Scalar adds its styles to the page. Scripts are our file and the one in the page, which is named by its hash. */
function policyOf(page: string): string {
  const scripts = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return `default-src 'none'; script-src 'self'${scripts.join('')}; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

const compress = promisify(gzip)

/** All pages use the same script. It has four megabytes. */
const SCRIPT = '/docs/scalar.js'

type Reference = { name: string; title: string; read: () => unknown }

/** Serves the page of an API and its OpenAPI document. Each file is rendered once, at its first request. */
export function serveReference(app: FastifyInstance, { name, ...reference }: Reference): void {
  const page = `/docs/${name}`
  const render = once(() => createRenderer(reference))
  app.get(page, { schema: { hide: true } }, async (_request, reply) => reply.redirect(`${page}/`, 301))
  for (const path of ['/', '/openapi.json', '/openapi.yaml']) {
    const file = once(async () => {
      const rendered = await renderFile(await render(), path)
      return { ...rendered, policy: policyOf(path === '/' ? rendered.body.toString() : '') }
    })
    app.get(page + path, { schema: { hide: true } }, async (request, reply) => {
      const { policy, ...content } = await file()
      reply.header('access-control-allow-origin', '*').header('content-security-policy', policy)
      return sendFile(request, reply, content)
    })
  }
}

/** Serves the script of the pages, compressed for all clients: the time to send it depends on its size. */
export function serveScript(app: FastifyInstance): void {
  const script = once(async (): Promise<File> => {
    const { type, body } = await renderFile(await createRenderer({ title: '', read: () => ({}) }), '/js/scalar.js')
    return { ...createFile(type, await compress(body)), encoding: 'gzip' }
  })
  app.get(SCRIPT, { schema: { hide: true } }, async (request, reply) => sendFile(request, reply, await script()))
}

/** The plugin of Scalar renders every response again, so it runs in an application that only this file can reach. */
async function createRenderer({ title, read }: Omit<Reference, 'name'>): Promise<FastifyInstance> {
  // A hundred modules, which most processes never need.
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const renderer = Fastify({ logger: false })
  await renderer.register(scalar, {
    routePrefix: '/',
    configuration: {
      content: () => read() as Record<string, unknown>,
      cdn: SCRIPT,
      title,
      withDefaultFonts: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return renderer
}

async function renderFile(renderer: FastifyInstance, url: string): Promise<File> {
  const { statusCode, headers, rawPayload } = await renderer.inject({ url })
  if (statusCode !== 200) throw new Error(`the file ${url} of the documentation was not rendered: ${statusCode}`)
  return createFile(String(headers['content-type']), rawPayload)
}
