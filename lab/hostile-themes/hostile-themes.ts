import { readArchive } from '../../server/src/themes/archive/read-archive.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { ARCHIVES } from './archives.ts'
import { tryAttacks } from './browser/try-attacks.ts'
import { tryTakeOvers } from './try-take-overs.ts'
import { tryTemplates } from './try-templates.ts'

const MEASURES = ['permission', 'namespace', 'csp'] as const
const PARTS = ['templates', 'archives', 'take-overs', 'browser'] as const
const MAX_RATIO = 2

const { without, only, ...options } = readOptions({
  script: 'lab hostile-themes',
  about: `Hostile themes, archives, code in the place of the renderer, and pages in Chromium: none may take longer than its time, show
a file, another store's data or unescaped values, reach the network, contact another site, or read or change what a visitor has in
another store; and pages of other stores must not wait. The short form tries each template in one place, and a third of the attacks in the
browser. --without breaks a measure on
purpose, so that escapes must be found. Needs Debian's chromium.`,
  options: {
    only: { type: 'text', help: 'one part', choices: PARTS },
    without: { type: 'text', help: MEASURES.join(', '), choices: MEASURES },
  },
})

await runHarness(options, async (defer) => {
  const runs = (part: (typeof PARTS)[number]) => only === undefined || only === part
  const none = { themes: 0, escapes: [] as string[] }
  const templates = runs('templates') ? await tryTemplates(defer, options) : { ...none, quiet: 1, busy: 1 }
  const archives = runs('archives') ? await tryArchives() : none
  const takeOvers = runs('take-overs') ? await tryTakeOvers(defer, without) : none
  const lostHeader = without === 'csp' ? 'content-security-policy' : ''
  const browser = runs('browser') ? await tryAttacks(defer, { ...options, lostHeader }) : none

  const parts = [templates, archives, takeOvers, browser]
  const escapes = parts.flatMap((part) => part.escapes)
  const { quiet, busy } = templates
  const ratio = Number((busy / quiet).toFixed(2))
  // The short form runs beside other work, which would slow the pages down too.
  const slow = !options.short && ratio > MAX_RATIO ? [`pages of other stores took ${ratio} times as long`] : []
  return {
    figures: {
      themes: parts.reduce((sum, part) => sum + part.themes, 0),
      inBrowser: browser.themes,
      escaped: escapes.length,
      ...(runs('templates') && { othersP99Ms: [quiet, busy].map(Math.round), othersP99Ratio: ratio }),
    },
    failures: [...escapes, ...slow],
  }
})

async function tryArchives() {
  const escapes: string[] = []
  for (const [i, create] of ARCHIVES.entries()) escapes.push(...(await tryArchive(i, create())))
  return { themes: ARCHIVES.length, escapes }
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
