import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildFixtureApp } from '../../server/test/storefront/fixture-app.ts'
import { readArchive } from '../../server/src/themes/archive/read-archive.ts'
import { readBuiltInTheme } from '../../server/src/themes/built-in-themes.ts'
import { samplePages } from '../../server/src/themes/check/sample-pages.ts'
import { Html } from '../../server/src/themes/html.ts'
import { findNetworkNamespace } from '../../server/src/themes/isolation/network-namespace.ts'
import { nodeArguments } from '../../server/src/themes/isolation/renderer.ts'
import { createThemeRenderer, PAGE_LIMIT } from '../../server/src/themes/isolation/theme-renderer.ts'
import { type ThemeSource, toThemeSource } from '../../server/src/themes/theme-source.ts'
import { readOptions } from '../kit/options.ts'
import { percentile } from '../kit/percentile.ts'
import { runHarness } from '../kit/run-harness.ts'
import { ARCHIVES } from './archives.ts'
import { PARSE_BOMBS, SNIPPETS, TEMPLATES } from './templates.ts'
import { takeOvers } from './take-over.ts'

const options = readOptions({
  script: 'hostile-themes',
  about: `Hostile themes, archives and code in the place of the renderer: none may take longer than its time, show a file, another
store's data or unescaped values, or reach the network; and pages of other stores must not wait. The short form tries each
template in one place. --without breaks a measure on purpose, so that escapes must be found.`,
  options: { without: { type: 'text', help: 'permission or namespace', choices: ['permission', 'namespace'] } },
})

const SECRET = 'SECRET-OF-ANOTHER-STORE'
const EVIL = '<script>alert(1)</script>'
const FORBIDDEN = [SECRET, EVIL, 'root:x:0', '[native code]', 'function Object', 'DATABASE_URL', 'href="javascript:']
/** The limit on the clock twice, to load and to render, and the start of a process on a busy machine. */
const MAX_MS = 3 * PAGE_LIMIT.clockMs
/** Hostile themes share these stores, so that not each of them waits for the start of a process. */
const HOSTILE_STORES = 2
const MAX_RATIO = 2
const [home] = samplePages()
if (!home) throw new Error('The samples are missing')

await runHarness(options, async (defer) => {
  const vale = toThemeSource(await readBuiltInTheme('vale'))
  const renderer = createThemeRenderer()
  defer(() => renderer.stop())
  const others = await openOthers(renderer, vale, defer)
  // The first requests compile templates and start a process.
  await others.measure(async () => sleep(3_000))
  const quiet = await others.measure(async () => sleep(options.short ? 5_000 : 20_000))

  const escapes: string[] = []
  let themes = 0
  const busy = await others.measure(async () => {
    for (const hostile of hostileThemes(vale)) {
      const storeId = `hostile ${themes++ % HOSTILE_STORES}`
      escapes.push(...(await tryTheme(renderer, storeId, hostile)))
      if (themes % 25 === 0) console.error(`${themes} themes, ${escapes.length} escapes`)
    }
    for (const [i, text] of PARSE_BOMBS.entries()) {
      themes++
      const source = withSection(vale, text)
      const startedAt = performance.now()
      await renderer.check('bombs', source).catch(() => undefined)
      if (performance.now() - startedAt > MAX_MS) escapes.push(`parse bomb ${i} took too long`)
    }
  })
  for (const [i, create] of ARCHIVES.entries()) {
    themes++
    escapes.push(...(await tryArchive(i, create())))
  }
  const { port, connections } = await listen(defer)
  for (const [i, code] of takeOvers(port).entries()) {
    themes++
    if ((await runInside(code)).includes('ESCAPED')) escapes.push(`take-over ${i}: ${code.slice(0, 80)}`)
  }
  if (connections() > 0) escapes.push('code in the place of the renderer reached the network')
  const ratio = Number((busy / quiet).toFixed(2))
  const figures = { themes, escaped: escapes.length, othersP99Ms: [quiet, busy].map(Math.round), othersP99Ratio: ratio }
  // The short form runs beside other work, which would slow the pages down too.
  const slow = !options.short && ratio > MAX_RATIO ? [`pages of other stores took ${ratio} times as long`] : []
  return { figures, failures: [...escapes, ...slow] }
})

/** Stores with the built-in theme, and one whose own theme works: their pages while something else runs. Returns the p99. */
async function openOthers(renderer: Renderer, vale: ThemeSource, defer: (stop: () => unknown) => void) {
  const app = await buildFixtureApp()
  defer(() => app.close())
  const theme = { storeId: 'other', key: 'other', source: vale }
  const globals = { ...home?.globals, SECRET, other_store: SECRET }
  const render = () => renderer.render(theme, { ...pageWith({ other_store: SECRET }), globals })
  await render()
  return {
    async measure(work: () => Promise<void>): Promise<number> {
      const times: number[] = []
      const done = work().then(() => true)
      while (!(await Promise.race([done, sleep(20, false)]))) {
        for (const open of [() => app.inject('/search?q=coins'), () => app.inject('/'), render]) {
          const startedAt = performance.now()
          await open()
          times.push(performance.now() - startedAt)
        }
      }
      return percentile(times, 0.99)
    },
  }
}

type Renderer = ReturnType<typeof createThemeRenderer>
type Hostile = { name: string; source: ThemeSource }

/** Each template in a section, a snippet, the layout, and inside a capture. */
function* hostileThemes(vale: ThemeSource): Generator<Hostile> {
  const places: Record<string, (text: string) => ThemeSource> = {
    section: (text) => withSection(vale, text),
    snippet: (text) =>
      withTexts(vale, {
        'sections/shop.liquid': "{% render 'hostile', home: home, evil: evil %}",
        'snippets/hostile.liquid': text,
      }),
    layout: (text) => withTexts(vale, { 'layout/theme.liquid': `{{ head }}{{ content }}${text}` }),
    capture: (text) => withSection(vale, `{% capture x %}${text}{% endcapture %}{{ x }}`),
  }
  for (const [place, build] of Object.entries(places).slice(0, options.short ? 1 : undefined))
    for (const [family, templates] of Object.entries(TEMPLATES))
      for (const [i, text] of templates.entries()) yield { name: `${family} ${i} in a ${place}`, source: build(text) }
}

async function tryTheme(renderer: Renderer, storeId: string, { name, source }: Hostile): Promise<string[]> {
  const startedAt = performance.now()
  const html = await renderer.render({ storeId, key: name, source }, pageWith({ evil: EVIL })).catch(() => '')
  const ms = performance.now() - startedAt
  return [
    ...FORBIDDEN.filter((text) => html.includes(text)).map((text) => `${name} shows ${text}`),
    ...(ms > MAX_MS ? [`${name} took ${Math.round(ms)} ms`] : []),
    ...(html.length > 1024 * 1024 ? [`${name} wrote ${html.length} characters`] : []),
  ]
}

function pageWith(more: Record<string, unknown>) {
  const page = home as NonNullable<typeof home>
  return { ...page, data: { ...page.data, ...more }, head: new Html('<title>Vale</title>') }
}

async function tryArchive(i: number, archive: Buffer): Promise<string[]> {
  const [startedAt, before] = [performance.now(), process.memoryUsage().rss]
  const refused = await readArchive(archive).then(
    () => false,
    () => true,
  )
  const megabytes = (process.memoryUsage().rss - before) / 1024 / 1024
  return [
    ...(refused ? [] : [`archive ${i} was accepted`]),
    ...(performance.now() - startedAt > 2_000 ? [`archive ${i} took too long`] : []),
    ...(megabytes > 100 ? [`archive ${i} used ${Math.round(megabytes)} MB`] : []),
  ]
}

async function listen(defer: (stop: () => unknown) => void) {
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  defer(() => server.close())
  return { port: (server.address() as { port: number }).port, connections: () => count }
}

/** With the same limits as the renderer. */
async function runInside(code: string): Promise<string> {
  const flags = nodeArguments()
    .slice(0, -1)
    .filter((flag) => options.without !== 'permission' || !/^--(permission|allow)/.test(flag))
  const way = options.without === 'namespace' ? [] : await findNetworkNamespace()
  const [program, ...args] = [...way, process.execPath, ...flags, '--input-type=module', '-e', code]
  const child = spawn(program, args, {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString().slice(0, 10_000)))
  await once(child, 'close')
  return text
}

function withSection(vale: ThemeSource, text: string): ThemeSource {
  return withTexts(vale, { 'sections/shop.liquid': text })
}

function withTexts(vale: ThemeSource, texts: Record<string, string>): ThemeSource {
  return { ...vale, texts: { ...vale.texts, ...SNIPPETS, ...texts } }
}
