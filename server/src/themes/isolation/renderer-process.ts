import { createInterface } from 'node:readline'
import { checkTheme } from '../check/check-theme.ts'
import { compileTheme, type Theme } from '../compile-theme.ts'
import { Html } from '../html.ts'
import { renderPage } from '../render-page.ts'
import type { ThemeFiles } from '../theme-files.ts'
import type { ThemeSource } from '../theme-source.ts'
import { toProblem } from '../theme-problem.ts'
import { MAX_OUTPUT_BYTES, type PageRequest, type Reply, type ReplyHead, type Request } from './protocol.ts'

/**
 * Renders the themes of one store, in a process that can neither read files nor use the network, and that is killed when it takes
 * too long. It gets requests as lines of JSON.
 */
const MAX_THEMES = 4
/** Below the time after which the process is killed, so that most themes get an error with file and line instead. */
const RENDER_LIMIT_MS = 300
const MEMORY_LIMIT = 10_000_000

let base: ThemeFiles = new Map()
let platform: Theme | undefined
const themes = new Map<string, Theme>()

createInterface({ input: process.stdin }).on('line', (line) => {
  const { html = '', ...answered } = answer(JSON.parse(line) as Request)
  const head: ReplyHead = { ...answered, pageBytes: Buffer.byteLength(html) }
  process.stdout.write(`${JSON.stringify(head)}\n${html}`)
})

function answer(request: Request): Reply {
  try {
    return run(request)
  } catch (error) {
    return { ok: false, problem: toProblem(error) }
  }
}

function run(request: Request): Reply {
  if (request.kind === 'start') {
    base = toFiles(request.platform)
    platform = compileTheme(base, { assets: toAssets(request.platform) })
    return { ok: true }
  }
  if (!platform) throw new Error('The first request has to be "start"')
  if (request.kind === 'check') return { ok: true, problems: checkTheme(request.source, { platform, compile }) }
  if (request.kind === 'load') {
    themes.set(request.key, compile(request.source))
    for (const key of themes.keys()) if (themes.size > MAX_THEMES) themes.delete(key)
    return { ok: true }
  }
  const theme = themes.get(request.key)
  if (!theme) return { ok: true, isMissing: true }
  return { ok: true, html: write({ theme, platform }, request.page) }
}

function write(pair: { theme: Theme; platform: Theme }, page: PageRequest): string {
  const html = renderPage(pair, { ...page, head: new Html(page.head), now: new Date(page.now) })
  if (Buffer.byteLength(html) > MAX_OUTPUT_BYTES) throw new Error('The page is larger than 1 MB. Show less on it')
  return html
}

function compile(source: ThemeSource): Theme {
  const assets = toAssets(source)
  return compileTheme(toFiles(source), {
    base,
    assets,
    renderLimitMs: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
  })
}

function toFiles({ texts }: ThemeSource): ThemeFiles {
  return new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
}

function toAssets({ assetUrls }: ThemeSource): ReadonlyMap<string, { url: string }> {
  return new Map(Object.entries(assetUrls).map(([name, url]) => [name, { url }]))
}
