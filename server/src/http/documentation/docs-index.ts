import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { serveScript } from './api-reference.ts'
import { createFile, type File, once, sendFile } from '../cached-file.ts'

type Link = { name: string; title: string; description: string }

/** The guides are the Markdown files of the repository. They are served as plain text. */
const GUIDES_FOLDER = new URL('../../../../docs/', import.meta.url)
const GUIDES: Link[] = [
  { name: 'owners', title: 'Owners', description: 'Run a store: products, sales, refunds, staff.' },
  { name: 'plugin-developers', title: 'Plugin developers', description: 'Connect a game to a store.' },
  { name: 'manage-api', title: 'Management API', description: 'Authentication, pagination, errors, roles.' },
  { name: 'storefront', title: 'Storefront', description: 'The pages of a store, and how to change their looks.' },
  { name: 'storefront-api', title: 'Storefront API', description: 'Write a storefront of your own.' },
  { name: 'manage-client', title: 'TypeScript client', description: 'Call the management API from TypeScript.' },
  { name: 'webhooks', title: 'Webhooks', description: 'Receive the events of a store.' },
  { name: 'payments', title: 'Payments', description: 'Connect payment providers.' },
  { name: 'operate', title: 'Operators', description: 'Install, configure and monitor the server.' },
  { name: 'security', title: 'Security', description: 'How the platform protects its data.' },
  { name: 'privacy', title: 'Privacy', description: 'What is stored about players, and how to erase it.' },
  { name: 'glossary', title: 'Glossary', description: 'The terms of all documents.' },
]

/** The page has no scripts, styles or images. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves `/docs`, which links to all API documents and guides, and the guides themselves. */
export function serveDocsIndex(app: FastifyInstance, apis: Link[]): void {
  const index = createFile('text/html; charset=utf-8', renderPage(apis))
  const guides = new Map(GUIDES.map(({ name }) => [name, once(() => readGuide(name))]))
  app.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
  })
  serveScript(app)
  app.get('/docs', { schema: { hide: true } }, async (request, reply) => sendFile(request, reply, index))
  app.get<{ Params: { name: string } }>('/docs/guides/:name', { schema: { hide: true } }, async (request, reply) => {
    const guide = guides.get(request.params.name)
    if (!guide) throw new AppError('not_found', 'No such guide. All guides are listed at /docs.')
    return sendFile(request, reply, await guide())
  })
}

async function readGuide(name: string): Promise<File> {
  return createFile('text/plain; charset=utf-8', await readFile(new URL(`${name}.md`, GUIDES_FOLDER)))
}

function renderPage(apis: Link[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Quartermaster documentation</title>
</head>
<body>
<h1>Quartermaster documentation</h1>
<h2>APIs</h2>
<ul>
${apis.map(({ name, ...api }) => renderLink(`/docs/${name}`, api, ` (<a href="/docs/${name}/openapi.json">OpenAPI</a>)`)).join('\n')}
</ul>
<h2>Guides</h2>
<ul>
${GUIDES.map(({ name, ...guide }) => renderLink(`/docs/guides/${name}`, guide)).join('\n')}
</ul>
</body>
</html>
`
}

function renderLink(href: string, { title, description }: Omit<Link, 'name'>, suffix = ''): string {
  return `<li><a href="${href}">${title}</a>: ${description}${suffix}</li>`
}
