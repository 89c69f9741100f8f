import { watch } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Asset, createAssets } from '../../../themes/assets.ts'
import { type BuiltInThemes, loadBuiltInThemes, readBuiltInTheme } from '../../../themes/built-in-themes.ts'
import { PATHS, samplePages } from '../../../themes/check/sample-pages.ts'
import { compileTheme } from '../../../themes/compile-theme.ts'
import { escapeHtml, Html } from '../../../themes/html.ts'
import { renderPage } from '../../../themes/render-page.ts'
import { toProblem } from '../../../themes/theme-problem.ts'
import { readFolder } from './theme-folder.ts'

const RELOAD =
  "new EventSource('/reload' + new URL(document.currentScript.src).search).onmessage = () => location.reload()"
/** A page says which change it shows, so that it misses none that comes before it listens. */
const headOf = (change: number) =>
  new Html(
    `<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Theme</title>\n<script src="/reload.js?${change}"></script>`,
  )

type Served = { url: string; close: () => void }

/** Shows the pages of a folder with sample data, on this machine only. */
export async function serveFolder(dir: string, port: number): Promise<Served> {
  const builtIn = await loadBuiltInThemes()
  const waiting = new Set<ServerResponse>()
  let change = 0
  const watcher = watch(dir, { recursive: true }, () => {
    change += 1
    for (const response of waiting) response.write('data: changed\n\n')
  })
  const server = createServer((request, response) => {
    const [path = '/', shown] = (request.url ?? '/').split('?', 2)
    if (path === '/reload') {
      waiting.add(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      request.on('close', () => waiting.delete(response))
      if (shown !== String(change)) response.write('data: changed\n\n')
      return
    }
    if (path === '/reload.js') {
      response.setHeader('content-type', 'text/javascript').end(RELOAD)
      return
    }
    void answer(dir, path, { builtIn, head: headOf(change) }).then(({ type, body }) =>
      response.setHeader('content-type', type).end(body),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      watcher.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

type Shown = { builtIn: BuiltInThemes; head: Html }

/** The files are read again for each request. */
async function answer(dir: string, path: string, { builtIn, head }: Shown): Promise<Pick<Asset, 'type' | 'body'>> {
  const type = 'text/html; charset=utf-8'
  try {
    const files = await readFolder(dir)
    const assets = createAssets(files)
    const asset = [...assets.values(), ...builtIn.assets.values()].find(({ url }) => url === path)
    if (asset) return asset
    const theme = compileTheme(files, { base: await readBuiltInTheme('platform'), assets })
    const page = samplePages().find(({ template }) => isPathOf(template, path)) ?? samplePages().at(-1)
    if (!page) throw new Error('There is no sample for this page')
    return { type, body: Buffer.from(renderPage({ theme, platform: builtIn.platform }, { ...page, head })) }
  } catch (error) {
    const { file, line, message } = toProblem(error)
    const text = escapeHtml(`${file}${line === null ? '' : `:${line}`}\n${message}`)
    return { type, body: Buffer.from(`${head.markup}<pre>${text}</pre>`) }
  }
}

function isPathOf(template: string, path: string): boolean {
  const sample = PATHS[template] ?? ''
  return (
    path === sample || (sample.split('/').length > 2 && path.startsWith(sample.slice(0, sample.lastIndexOf('/') + 1)))
  )
}
