import type { Browser, Page } from 'playwright-core'
import { freePort } from '../kit/game/free-port.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { runHarness } from '../kit/run-harness.ts'
import { DESKTOP } from '../storefront/browser.ts'
import { measureInRounds } from '../storefront/measure-page.ts'
import type { Installation } from './journey.ts'
import { openInstallation } from './open-installation.ts'
import { createPerson } from './person.ts'
import { addStoreWithSales } from './store-with-sales.ts'

const KIB = 1024
const MAX_FIRST_LOAD = 220 * KIB
const MIN_PERFORMANCE = 90
const MAX_TABLE_RATIO = 1.5
const ROWS = 100
/** Rows in a window of this size. */
const SEEN_ROWS = 25

const options = readOptions({
  script: 'lab weight',
  about: `What the dashboard costs: the bytes of a first visit (at most 220 KB with brotli), Lighthouse on an emulated phone for the
sign-in and for Today (at least ${MIN_PERFORMANCE}), and how long a table of ${ROWS} orders takes in a store with many of them until the window is
full of them, compared with its API call (at most ${MAX_TABLE_RATIO} times), and until the last one is drawn. Needs Debian's chromium, and npm run build:dashboard first.`,
  options: {
    checkouts: { type: 'number', help: 'orders of the store', default: 1_000_000, short: 20_000 },
    rounds: { type: 'number', help: 'measurements of each figure', default: 5, short: 3, max: 20 },
  },
})

await runHarness(options, async (defer) => {
  const port = await freePort()
  const { installation, browser } = await openInstallation(defer, { debuggingPort: port })
  const { page, storeId, cookie } = await signIn(browser, installation)
  await copyOrders(installation)
  const home = `${installation.origin}/stores/${storeId}`
  const firstLoadBytes = await readBytes(browser, `${installation.origin}/account/sign-in`)
  const table = await openTables(page, home, false)
  const hovered = await openTables(page, home, true)

  const progress = startProgress('Lighthouse', options.rounds * 2)
  const rounds = { rounds: options.rounds, onRound: () => progress.add(1) }
  const start = await measureInRounds({ url: `${installation.origin}/account/sign-in`, port }, rounds)
  const today = await measureInRounds({ url: home, port, cookie }, rounds)
  progress.done()
  const [signInScore, todayScore] = [start.figures.performance, today.figures.performance]
  return {
    figures: {
      checkouts: options.checkouts,
      firstLoadBytes,
      signInPerformance: signInScore,
      signInLcpMs: start.figures.lcpMs,
      todayPerformance: todayScore,
      todayLcpMs: today.figures.lcpMs,
      todayCls: today.figures.cls,
      callMs: table.callMs,
      tableMs: table.tableMs,
      tableRatio: table.ratio,
      wholeTableMs: table.wholeMs,
      hoveredTableMs: hovered.tableMs,
      hoveredTableRatio: hovered.ratio,
    },
    failures: firstLoadBytes <= MAX_FIRST_LOAD ? [] : [`a first visit loads ${firstLoadBytes} bytes`],
    missed: [
      ...(signInScore >= MIN_PERFORMANCE ? [] : [`the sign-in has ${signInScore}: ${start.losses.join(', ')}`]),
      ...(todayScore >= MIN_PERFORMANCE ? [] : [`Today has ${todayScore}: ${today.losses.join(', ')}`]),
      ...(table.ratio <= MAX_TABLE_RATIO ? [] : [`the table takes ${table.ratio} times as long as its call`]),
    ],
  }
})

async function signIn(browser: Browser, installation: Installation) {
  const context = await browser.newContext({
    viewport: { width: DESKTOP, height: 900 },
    locale: 'en',
    ignoreHTTPSErrors: true,
  })
  const look = { width: DESKTOP, scheme: 'light', locale: 'en', hasScript: true } as const
  const parts = { context, look, origin: installation.origin, email: 'ana@vale.example' }
  const person = await createPerson(parts)
  const { storeId, sell, play, products } = await addStoreWithSales(installation, person)
  await sell('kestrel', products.vip)
  await play('kestrel')
  await person.signIn()
  await person.see('nav.today')
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  return { page: person.page, storeId, cookie }
}

/** The order of the store many times, one every 60 ms. */
async function copyOrders({ query }: Installation): Promise<void> {
  const progress = startProgress('orders', 2)
  const [order] = await query('select store_id, id from checkouts limit 1')
  const values = [order?.['store_id'], order?.['id'], options.checkouts, Date.now()]
  const copy = (table: string, id: string, more: string) =>
    query(
      `insert into ${table} select (jsonb_populate_record(row, jsonb_build_object('${id}', (
         lpad(to_hex($4::bigint - n * 60), 12, '0') || substr(replace($2::text, '-', ''), 13))::uuid${more}))).*
       from ${table} row, generate_series(1, $3::int) n where store_id = $1::uuid and ${id} = $2::uuid`,
      values,
    )
  await copy('checkouts', 'id', `, 'created_at', now() - n * interval '60 ms'`)
  progress.add(1)
  await copy('checkout_lines', 'checkout_id', '')
  await query('analyze checkouts, checkout_lines')
  progress.done()
}

/** The bytes of everything that a first visit transfers. */
async function readBytes(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ ignoreHTTPSErrors: true })
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes = await page.evaluate(
    `performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)`,
  )
  await page.close()
  return Number(bytes)
}

type Table = { callMs: number; tableMs: number; wholeMs: number; ratio: number }

/** The round in the middle. */
async function openTables(page: Page, home: string, isHovered: boolean): Promise<Table> {
  const tables = []
  for (let i = 0; i < options.rounds; i++) tables.push(await openTable(page, home, isHovered))
  return (
    tables.toSorted((a, b) => a.ratio - b.ratio)[options.rounds >> 1] ?? { callMs: 0, tableMs: 0, wholeMs: 0, ratio: 0 }
  )
}

/**
 * From the click until the window is full of rows, and until all are painted, beside the time of the API call for them. Code
 * and rows are loaded when a pointer comes near the link; without it, as with a click of a script, both are loaded after the
 * click.
 */
async function openTable(page: Page, home: string, isHovered: boolean): Promise<Table> {
  await page.mouse.move(DESKTOP / 2, 1)
  await page.goto(`${home}/players`, { waitUntil: 'networkidle' })
  const link = page.locator('nav.nav a[href$="/orders"]')
  await link.waitFor()
  if (isHovered) await link.hover()
  await page.waitForLoadState('networkidle')
  const { callMs, tableMs, wholeMs } = (await page.evaluate(`new Promise((resolve) => {
    const start = performance.now()
    let tableMs
    // A timer that starts in a frame ends after the frame is painted.
    const check = () => {
      const rows = document.querySelectorAll('table tbody tr:not([aria-hidden])').length
      const call = performance.getEntriesByType('resource').find(({ name }) => name.includes('/checkouts?'))
      if (call && rows >= ${SEEN_ROWS}) setTimeout(() => (tableMs ??= performance.now() - start))
      if (!call || rows < ${ROWS}) return requestAnimationFrame(check)
      setTimeout(() => resolve({ callMs: call.responseEnd - call.startTime, tableMs, wholeMs: performance.now() - start }))
    }
    document.querySelector('nav.nav a[href$="/orders"]').click()
    requestAnimationFrame(check)
  })`)) as { callMs: number; tableMs: number; wholeMs: number }
  const round = (value: number) => Math.round(value * 100) / 100
  return { callMs: round(callMs), tableMs: round(tableMs), wholeMs: round(wholeMs), ratio: round(tableMs / callMs) }
}
