import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { freePort } from '../kit/game/free-port.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { type Defer, type Result, runHarness } from '../kit/run-harness.ts'
import { launchBrowser } from '../kit/launch-browser.ts'
import { startInstallation } from './installation.ts'
import { purchase } from './journeys/purchase.ts'
import { lookNumber } from './look.ts'
import { CATEGORIES, measureInRounds, type PageFigures } from './measure-page.ts'
import { createShopper } from './shopper.ts'
import { fillShelves, type Shop } from './stores.ts'
import { readTexts } from './texts.ts'

const KIB = 1024
const LIMITS = { lcpMs: 1_200, cls: 0, cssBytes: 15 * KIB, scriptBytes: 10 * KIB }

const options = readOptions({
  script: 'lab lighthouse',
  about: `Measures the home page, a product and an order with Lighthouse on an emulated phone: 100 in all four categories, the largest
paint within ${LIMITS.lcpMs} ms, no shift of the layout, at most 15 KB of CSS and 10 KB of script (gzip). The order asks search engines
to stay away, so it is not judged by whether they can index it. The median of the rounds counts.`,
  options: { rounds: { type: 'number', help: 'measurements of each page', default: 3, short: 1, max: 20 } },
})

type Figures = PageFigures & Record<'cssBytes' | 'scriptBytes', number>
type Page = { name: string; url: string; skipAudits: string[] }

await runHarness(options, async (defer) => {
  const { pages, port, browser } = await openPages(defer)
  const progress = startProgress('Lighthouse', pages.length * options.rounds)
  const measured: (Figures & { name: string })[] = []
  const failures: string[] = []
  const missed: string[] = []
  for (const page of pages) {
    const visit = { url: page.url, port, skipAudits: page.skipAudits }
    const { rounds } = options
    const { figures: scores, losses } = await measureInRounds(visit, { rounds, onRound: () => progress.add(1) })
    const figures = { ...scores, ...(await readSizes(browser, page.url)) }
    measured.push({ name: page.name, ...figures })
    const judged = judge(figures, losses)
    failures.push(...judged.failures.map((failure) => `${page.name}: ${failure}`))
    missed.push(...judged.missed.map((each) => `${page.name}: ${each}`))
  }
  progress.done()
  console.table(measured)
  const worst = Math.min(...measured.flatMap((page) => CATEGORIES.map((category) => page[category])))
  return { figures: { pages: measured, worst }, failures, missed }
})

async function openPages(defer: Defer) {
  const { internet, openLiveShop } = await startInstallation(defer)
  const port = await freePort()
  const browser = await launchBrowser(defer, { internetPort: internet.port, debuggingPort: port })
  // A test store asks search engines to stay away.
  const shop = await openLiveShop()
  await fillShelves(shop)
  const pages: Page[] = [
    { name: 'home', url: `${shop.origin}/`, skipAudits: [] },
    { name: 'product', url: `${shop.origin}/p/vip`, skipAudits: [] },
    { name: 'order', url: await openOrder(browser, shop), skipAudits: ['is-crawlable'] },
  ]
  return { pages, port, browser }
}

async function openOrder(browser: Browser, shop: Shop): Promise<string> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' })
  const look = lookNumber(1, true)
  const shopper = await createShopper({
    context,
    look,
    t: await readTexts('en'),
    player: 'Rowan',
    needsAxe: () => false,
  })
  await purchase(shopper, shop, { provider: 'stripe' })
  const url = shopper.page.url()
  await context.close()
  return url
}

/** What the styles and scripts of a page weigh with gzip. */
async function readSizes(browser: Browser, url: string): Promise<Pick<Figures, 'cssBytes' | 'scriptBytes'>> {
  const page = await browser.newPage({ ignoreHTTPSErrors: true })
  const bodies = { stylesheet: [] as Promise<Buffer>[], script: [] as Promise<Buffer>[] }
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (type === 'stylesheet' || type === 'script') bodies[type].push(response.body())
  })
  await page.goto(url)
  const sum = async (list: Promise<Buffer>[]) =>
    (await Promise.all(list)).reduce((bytes, body) => bytes + gzipSync(body).length, 0)
  const sizes = { cssBytes: await sum(bodies.stylesheet), scriptBytes: await sum(bodies.script) }
  await page.close()
  return sizes
}

/** Bytes and a stable layout are the same on every machine, scores and times are not. */
function judge(figures: Figures, losses: string[]): Required<Omit<Result, 'figures'>> {
  const low = CATEGORIES.filter((name) => figures[name] < 100).map((name) => `${name} is ${figures[name]}`)
  const findHigh = (limits: Partial<typeof LIMITS>) =>
    Object.entries(limits).flatMap(([name, max]) => {
      const value = figures[name as keyof typeof LIMITS]
      return value <= max ? [] : `${name} is ${value}; at most ${max}`
    })
  const { lcpMs, ...exact } = LIMITS
  const lost = low.length > 0 ? losses.map((loss) => `lost points: ${loss}`) : []
  return { failures: findHigh(exact), missed: [...low, ...lost, ...findHigh({ lcpMs })] }
}
