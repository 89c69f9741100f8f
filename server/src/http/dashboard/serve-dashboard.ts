import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { managementHeaders } from '../origins/management-headers.ts'
import { encode } from '../encode.ts'
import type { DashboardFile, DashboardFiles } from './read-dashboard.ts'

/** The content of an address never changes. */
const FOREVER = 'public, max-age=31536000, immutable'
/** The page names the files of one build, so browsers must ask for it. It contains nothing of a store. */
const ASK = 'no-cache'
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"
/** One page is behind all these addresses. Its script decides what to show. */
const PAGES = ['/', '/account', '/account/*', '/stores/*', '/setup', '/setup/*', '/platform']

type Options = { files: DashboardFiles; publicUrl: string; storefrontDomain?: string | undefined }

/** The dashboard: static files that call the management API. */
export async function serveDashboard(app: FastifyInstance, options: Options): Promise<void> {
  const { files, publicUrl, storefrontDomain: domain } = options
  const policy = domain === undefined ? POLICY : `${POLICY}; frame-src ${previewSource(publicUrl, domain)}`
  const headers = { ...managementHeaders(publicUrl, policy), 'x-content-type-options': 'nosniff' }
  const send = (request: FastifyRequest, reply: FastifyReply, file: DashboardFile, cacheControl: string) => {
    reply.headers(headers).header('cache-control', cacheControl).type(file.type)
    return reply.send(encode(request, reply, file))
  }
  const page = files.get('index.html')
  if (!page) throw new Error('The dashboard has no index.html. Run `npm run build:dashboard`.')
  const route = { schema: { hide: true }, exposeHeadRoute: true }
  for (const url of PAGES) app.get(url, route, (request, reply) => send(request, reply, page, ASK))
  app.get<{ Params: { file: string } }>('/dashboard/:file', route, (request, reply) => {
    const file = files.get(`dashboard/${request.params.file}`)
    if (!file) throw new AppError('not_found', 'This URL does not exist.')
    return send(request, reply, file, FOREVER)
  })
}

/** A policy cannot name a part of a label. All other hosts of the domain refuse to be framed. */
function previewSource(publicUrl: string, domain: string): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//*.${domain}${port === '' ? '' : `:${port}`}`
}
