import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { runHarness } from '../kit/run-harness.ts'
import { DESKTOP } from '../storefront/browser.ts'
import { type Look, LOOKS, lookNumber, nameOf } from '../storefront/look.ts'
import type { Journey } from './journey.ts'
import { ACCOUNTS } from './journeys/accounts.ts'
import { CATALOG } from './journeys/catalog.ts'
import { MONEY } from './journeys/money.ts'
import { OPERATE } from './journeys/operate.ts'
import { SERVERS } from './journeys/servers.ts'
import { SETUP } from './journeys/setup.ts'
import { PLAYERS } from './journeys/players.ts'
import { PROMOTIONS } from './journeys/promotions.ts'
import { PORTABLE } from './journeys/portable.ts'
import { BY_ROLE } from './journeys/roles.ts'
import { STOREFRONT } from './journeys/storefront.ts'
import { SUBSCRIPTIONS } from './journeys/subscriptions.ts'
import { SUPPORT } from './journeys/support.ts'
import { TODAY } from './journeys/today.ts'
import { openInstallation } from './open-installation.ts'
import { createPerson, type Seen } from './person.ts'

const PARALLEL = 3
const options = readOptions({
  script: 'e2e:dashboard',
  about: `Uses the dashboard in Chromium as a person does, in three languages, in light and dark, on a phone and on a desktop. Every screen
has no violation of WCAG 2.2 AA (axe), none of its Content-Security-Policy, and does not scroll sideways. The short form runs each
journey once; the long form in every language and color scheme. The ten most frequent journeys are
also run without a mouse; in the short form, every second of them only so. Needs Debian's chromium, and npm run build:dashboard first.`,
  options: {
    only: { type: 'text', help: 'only journeys whose name contains this text; a | separates several' },
    out: { type: 'text', help: 'a folder for a screenshot of every screen' },
    parallel: { type: 'number', help: 'journeys at the same time', default: PARALLEL, max: 20 },
  },
})

// prettier-ignore
const JOURNEYS = [
  ...ACCOUNTS,
  ...BY_ROLE,
  ...CATALOG,
  ...SETUP,
  ...STOREFRONT,
  ...SUPPORT,
  ...TODAY,
  ...PLAYERS,
  ...SERVERS,
  ...OPERATE,
  ...PORTABLE,
  ...MONEY,
  ...PROMOTIONS,
  ...SUBSCRIPTIONS,
]

type Figures = Record<string, number>
type Run = { journey: Journey; look: Look; hasMouse: boolean }
type Result = { name: string; hasMouse: boolean; failure: string | undefined; seen: Seen; figures: Figures }

await runHarness(options, async (defer) => {
  const { installation, folder, browser } = await openInstallation(defer)
  if (options.out !== undefined) await mkdir(options.out, { recursive: true })
  const journeys = JOURNEYS.filter(({ name }) => (options.only ?? '').split('|').some((text) => name.includes(text)))
  const looks = Array.from({ length: options.short ? 1 : LOOKS }, (_, i) => i)
  const withMouse = journeys.flatMap((journey, index) =>
    looks.map((i): Run => ({ journey, look: lookNumber(index + i, true), hasMouse: true })),
  )
  const frequent = journeys.filter(({ isFrequent }) => isFrequent)
  const withoutMouse = frequent.map((journey, i): Run => ({
    journey,
    look: { ...lookNumber(i, true), width: DESKTOP },
    hasMouse: false,
  }))
  // In the short form, each journey runs once: every second frequent one with the keyboard only.
  const byKeyboard = options.short ? withoutMouse.filter((_, index) => index % 2 === 1) : withoutMouse
  const byMouse = options.short
    ? withMouse.filter(({ journey }) => byKeyboard.every((each) => each.journey !== journey))
    : withMouse
  const runs = [...byMouse, ...byKeyboard]
  const checked = new Set<string>()
  /** The short form checks each screen once in each color scheme. */
  function needsAxe(screen: string, { scheme, locale }: Look): boolean {
    const key = options.short ? `${screen} ${scheme}` : `${screen} ${scheme} ${locale}`
    return !checked.has(key) && checked.add(key) !== undefined
  }
  const progress = startProgress('journeys', runs.length)
  const results: Result[] = []
  const queue = runs.entries()

  async function run(number: number, { journey, look, hasMouse }: Run): Promise<Result> {
    const context = await browser.newContext({
      viewport: { width: look.width, height: 900 },
      colorScheme: look.scheme,
      locale: look.locale,
      ignoreHTTPSErrors: true,
      extraHTTPHeaders: { 'x-forwarded-for': `10.1.${number}.1` },
    })
    const email = `person-${randomBytes(4).toString('hex')}@vale.example`
    const out = options.out && join(options.out, journey.folder ?? '')
    const parts = { context, look, origin: installation.origin, email, needsAxe, out, hasMouse }
    const person = await createPerson(parts)
    let failure: string | undefined
    let figures: Figures = {}
    try {
      figures = (await journey.run(person, installation)) ?? {}
    } catch (error) {
      const screenshot = join(folder, `journey-${number}.png`)
      await person.page.screenshot({ path: screenshot, fullPage: true }).catch(() => undefined)
      failure = `${String(error).split('\n')[0]} at ${person.page.url()} (${screenshot})`
    }
    await context.close()
    const name = `${journey.name} (${nameOf(look)}${hasMouse ? '' : ', keyboard only'})`
    return { name, hasMouse, failure, seen: person.seen, figures }
  }

  async function runNext(): Promise<void> {
    for (const [number, each] of queue) {
      results.push(await run(number, each))
      progress.add(1)
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, runNext))
  progress.done()
  return summarise(results)
})

function summarise(results: Result[]) {
  const count = (kind: 'axe' | 'csp' | 'errors' | 'scrolling') => results.flatMap(({ seen }) => seen[kind]).length
  const figures = {
    journeys: results.filter(({ hasMouse }) => hasMouse).length,
    failed: results.filter(({ failure }) => failure !== undefined).length,
    byKeyboard: results.filter(({ hasMouse }) => !hasMouse).length,
    byKeyboardFailed: results.filter(({ hasMouse, failure }) => !hasMouse && failure !== undefined).length,
    screens: results.reduce((sum, { seen }) => sum + seen.screens, 0),
    axeViolations: count('axe'),
    cspViolations: count('csp'),
    consoleErrors: count('errors'),
    scrolling: count('scrolling'),
    ...highest(results.map(({ figures: own }) => own)),
  }
  const failures = results.flatMap(({ name, failure, seen }) =>
    [failure ?? [], seen.axe, seen.csp, seen.errors, seen.scrolling.map((path) => `${path} scrolls sideways`)]
      .flat()
      .map((what) => `${name}: ${what}`),
  )
  return { figures, failures }
}

/** The worst of all looks. */
function highest(all: Figures[]): Figures {
  const worst: Figures = {}
  for (const [name, value] of all.flatMap(Object.entries)) worst[name] = Math.max(worst[name] ?? 0, value)
  return worst
}
