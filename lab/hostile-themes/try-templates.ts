import { setTimeout as sleep } from 'node:timers/promises'
import { buildFixtureApp } from '../../server/test/storefront/fixture-app.ts'
import { readBuiltInTheme } from '../../server/src/themes/built-in-themes.ts'
import { samplePages } from '../../server/src/themes/check/sample-pages.ts'
import { Html } from '../../server/src/themes/html.ts'
import {
  createThemeRenderer,
  PAGE_LIMIT,
  type ThemeRenderer,
} from '../../server/src/themes/isolation/theme-renderer.ts'
import { type ThemeSource, toThemeSource } from '../../server/src/themes/theme-source.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { PARSE_BOMBS, SNIPPETS, TEMPLATES } from './templates.ts'

const SECRET = 'SECRET-OF-ANOTHER-STORE'
const EVIL = '<script>alert(1)</script>'
const FORBIDDEN = [SECRET, EVIL, 'root:x:0', '[native code]', 'function Object', 'DATABASE_URL', 'href="javascript:']
/** The limit on the clock twice, to load and to render, and the start of a process on a busy machine. */
const MAX_MS = 3 * PAGE_LIMIT.clockMs
/** Hostile themes share these stores, so that not each of them waits for the start of a process. */
const HOSTILE_STORES = 2
const [home] = samplePages()
if (!home) throw new Error('The samples are missing')

/** Renders hostile templates while visitors open pages of other stores. Returns the p99 of those pages before and meanwhile. */
export async function tryTemplates(defer: Defer, { short }: { short: boolean }) {
  const vale = toThemeSource(await readBuiltInTheme('vale'))
  const renderer = createThemeRenderer()
  defer(() => renderer.stop())
  const others = await openOthers(renderer, vale, defer)
  // The first requests compile templates and start a process.
  await others.measure(async () => sleep(3_000))
  const quiet = await others.measure(async () => sleep(short ? 5_000 : 20_000))
  const escapes: string[] = []
  let themes = 0
  const busy = await others.measure(async () => {
    for (const hostile of hostileThemes(vale, short)) {
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
  return { themes, escapes, quiet, busy }
}

/** Stores with the built-in theme, and one whose own theme works: their pages while something else runs. Returns the p99. */
async function openOthers(renderer: ThemeRenderer, vale: ThemeSource, defer: Defer) {
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

type Hostile = { name: string; source: ThemeSource }

/** Each template in a section, a snippet, the layout, and inside a capture. */
function* hostileThemes(vale: ThemeSource, short: boolean): Generator<Hostile> {
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
  for (const [place, build] of Object.entries(places).slice(0, short ? 1 : undefined))
    for (const [family, templates] of Object.entries(TEMPLATES))
      for (const [i, text] of templates.entries()) yield { name: `${family} ${i} in a ${place}`, source: build(text) }
}

async function tryTheme(renderer: ThemeRenderer, storeId: string, { name, source }: Hostile): Promise<string[]> {
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

function withSection(vale: ThemeSource, text: string): ThemeSource {
  return withTexts(vale, { 'sections/shop.liquid': text })
}

function withTexts(vale: ThemeSource, texts: Record<string, string>): ThemeSource {
  return { ...vale, texts: { ...vale.texts, ...SNIPPETS, ...texts } }
}
