import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { LOCALES } from '../../server/src/locales.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { startProduct } from '../kit/start-product.ts'
import { createOwner } from '../kit/test-store.ts'
import { launchBrowser } from './browser.ts'
import { API_HOST, DOMAIN, startInternet } from './internet.ts'
import type { Journey, Shops } from './journey.ts'
import { AFTER_PAYMENT } from './journeys/after-payment.ts'
import { ALL_PAGES } from './journeys/all-pages.ts'
import { BUYING } from './journeys/buying.ts'
import { createGameJourneys } from './journeys/game.ts'
import { REFUSALS } from './journeys/refusals.ts'
import { lookNumber } from './look.ts'
import { servePaymentPages, startProviders } from './payment-sites.ts'
import { createJourneyRunner, type JourneyResult } from './run-journey.ts'
import { openShop } from './stores.ts'

const PARALLEL = 4

const options = readOptions({
  script: 'e2e:storefront',
  about: `Buys in Chromium, in three languages, in light and dark, with and without JavaScript: by typed name, as a gift, at the
stand-in of every payment provider and with play money; refusals are shown; a real Luanti game gets what was bought. Every page has
no violation of WCAG 2.2 AA (axe) and none of its Content-Security-Policy. The short form checks each kind of page with axe once
in each color scheme, and opens all pages once in each language. Needs Debian's chromium; install the game with npm run e2e:games:install.`,
  options: {
    only: { type: 'text', help: 'only journeys whose name contains this text' },
    parallel: { type: 'number', help: 'journeys at the same time', default: PARALLEL, max: 20 },
  },
})

type Run = { journey: Journey; hasScript: boolean; index: number }

await runHarness(options, async (defer) => {
  const { shops, browser, folder, strangers, game } = await open(defer)
  const journeys = [
    ...game,
    ...BUYING,
    ...AFTER_PAYMENT,
    ...REFUSALS,
    ...(options.short ? ALL_PAGES.slice(0, LOCALES.length) : ALL_PAGES),
  ]
  const wanted = journeys.filter(({ name }) => name.includes(options.only ?? ''))
  const runs: Run[] = [
    ...wanted.map((journey, index) => ({ journey, hasScript: true, index })),
    ...wanted.filter(({ buys }) => buys).map((journey, index) => ({ journey, hasScript: false, index: index + 1 })),
  ]
  const run = createJourneyRunner({ browser, shops, folder, onlyNewPages: options.short })
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
  const providers = await startProviders(defer)
  const { server, databaseUrl, folder } = await startProduct(defer, {
    settings: {
      // On this machine, so that the harness can call the management API by address.
      PUBLIC_URL: 'https://manage.localhost',
      API_URL: `https://${API_HOST}`,
      STOREFRONT_DOMAIN: DOMAIN,
      TRUST_PROXY: '127.0.0.1',
      STRIPE_URL: providers.stripe.url,
      MERCADOPAGO_URL: providers.mercadopago.url,
      PAYPAL_URL: providers.paypal.url,
    },
  })
  const internet = await startInternet(defer, server.port)
  servePaymentPages(internet, providers, server.url)
  const browser: Browser = await launchBrowser(defer, internet.port)
  const owner = await createOwner({ url: server.url, databaseUrl })
  const place = { owner, url: server.url }
  let opened = 0
  const openAnother = () => openShop(place, { label: `vale${++opened}`, mode: 'test' })
  const shops: Shops = {
    test: await openAnother(),
    live: await openShop(place, { label: 'live', mode: 'live', providers }),
    openAnother,
  }
  const game = await createGameJourneys(defer, { openShop: openAnother, url: server.url, folder: join(folder, 'game') })
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
