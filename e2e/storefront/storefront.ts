import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCALES } from '../../server/src/locales.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { launchBrowser } from '../kit/launch-browser.ts'
import { startInstallation } from './installation.ts'
import type { Journey, Shops } from './journey.ts'
import { AFTER_PAYMENT } from './journeys/after-payment.ts'
import { ALL_PAGES } from './journeys/all-pages.ts'
import { BUYING } from './journeys/buying.ts'
import { createGameJourneys } from './journeys/game.ts'
import { IDENTITY } from './journeys/identity.ts'
import { OTHER_THEMES } from './journeys/other-themes.ts'
import { LIMITS } from './journeys/limits.ts'
import { PRODUCTS } from './journeys/products.ts'
import { PROMOTIONS } from './journeys/promotions.ts'
import { REFUSALS } from './journeys/refusals.ts'
import { SUBSCRIPTIONS } from './journeys/subscriptions.ts'
import { LOOKS, lookNumber } from './look.ts'
import { createJourneyRunner, type JourneyResult } from './run-journey.ts'

const PARALLEL = 4

const options = readOptions({
  script: 'e2e:storefront',
  about: `Buys in Chromium, in three languages, in light and dark, with and without JavaScript: by typed name, as a gift, through
Steam and Discord, with a code from the game, at the stand-in of every payment provider and with play money; refusals are shown; a
real Luanti game gives a code and gets what was bought. Every page has
no violation of WCAG 2.2 AA (axe) and none of its Content-Security-Policy. The short form runs each journey once, every second
one that buys without JavaScript, checks each kind of page with axe once in each color scheme, and opens all pages once in each language. Needs Debian's chromium; install the game with npm run e2e:games:install.`,
  options: {
    only: { type: 'text', help: 'only journeys whose name contains this text; a | separates several' },
    everyLook: { type: 'flag', help: 'each journey in every language and color scheme' },
    out: { type: 'text', help: 'a folder for a screenshot of every page' },
    parallel: { type: 'number', help: 'journeys at the same time', default: PARALLEL, max: 20 },
  },
})

type Run = { journey: Journey; hasScript: boolean; index: number }

await runHarness(options, async (defer) => {
  const { shops, browser, folder, strangers, game } = await open(defer)
  const journeys = [
    ...game,
    ...LIMITS,
    ...BUYING,
    ...PROMOTIONS,
    ...PRODUCTS,
    ...IDENTITY,
    ...AFTER_PAYMENT,
    ...SUBSCRIPTIONS,
    ...REFUSALS,
    ...OTHER_THEMES,
    ...(options.short ? ALL_PAGES.slice(0, LOCALES.length) : ALL_PAGES),
  ]
  const wanted = journeys.filter(({ name }) => (options.only ?? '').split('|').some((text) => name.includes(text)))
  // There is one game, and its player cannot play twice at the same time.
  const looksOf = (journey: Journey) => (options.everyLook && !game.includes(journey) ? LOOKS : 1)
  if (options.out !== undefined) await mkdir(options.out, { recursive: true })
  const runs = options.short
    ? // Every second journey that buys does without script, so that each runs once.
      wanted.map((journey, index): Run => ({ journey, hasScript: !journey.buys || index % 2 === 0, index }))
    : [
        ...wanted.flatMap((journey, index) =>
          Array.from({ length: looksOf(journey) }, (_, look): Run => {
            return { journey, hasScript: true, index: index + look }
          }),
        ),
        ...wanted
          .filter(({ buys }) => buys)
          .map((journey, index): Run => ({ journey, hasScript: false, index: index + 1 })),
      ]
  const run = createJourneyRunner({ browser, shops, folder, onlyNewPages: options.short, out: options.out })
  const progress = startProgress('journeys', runs.length)
  const results: JourneyResult[] = []
  const queue = runs.values()
  async function runNext(): Promise<void> {
    for (const { journey, hasScript, index } of queue) {
      results.push(await run(journey, lookNumber(index, hasScript)))
      progress.add(1)
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, runNext))
  progress.done()
  return summarise(results, strangers)
})

async function open(defer: Defer) {
  const { server, folder, internet, openTestShop, openLiveShop } = await startInstallation(defer)
  const browser = await launchBrowser(defer, { internetPort: internet.port })
  const shops: Shops = {
    test: await openTestShop(),
    live: await openLiveShop(),
    openAnother: openTestShop,
    server: server.url,
  }
  const game = await createGameJourneys(defer, {
    openShop: openTestShop,
    url: server.url,
    folder: join(folder, 'game'),
  })
  return { shops, browser, folder, strangers: internet.strangers, game }
}

function summarise(results: JourneyResult[], strangers: string[]) {
  const withScript = results.filter(({ look }) => look.hasScript)
  const without = results.filter(({ look }) => !look.hasScript)
  const failed = (list: JourneyResult[]) => list.filter(({ failure }) => failure !== undefined).length
  const count = (kind: 'axe' | 'csp' | 'errors' | 'scrolling') => results.flatMap(({ seen }) => seen[kind]).length
  const figures = {
    journeys: withScript.length,
    failed: failed(withScript),
    noJs: without.length,
    noJsFailed: failed(without),
    pages: results.reduce((sum, { seen }) => sum + seen.pages, 0),
    axeViolations: count('axe'),
    cspViolations: count('csp'),
    consoleErrors: count('errors'),
    scrolling: count('scrolling'),
    strangers: strangers.length,
  }
  const failures = results.flatMap(({ name, failure, seen }) =>
    [failure ?? [], seen.axe, seen.csp, seen.errors, seen.scrolling.map((path) => `${path} scrolls sideways`)]
      .flat()
      .map((what) => `${name}: ${what}`),
  )
  return { figures, failures: [...failures, ...strangers.map((url) => `a page asked for ${url}`)] }
}
