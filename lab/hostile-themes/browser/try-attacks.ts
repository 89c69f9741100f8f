import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Response } from 'playwright-core'
import { startProgress } from '../../../e2e/kit/progress.ts'
import type { Defer } from '../../../e2e/kit/run-harness.ts'
import { startProduct } from '../../../e2e/kit/start-product.ts'
import { createOwner } from '../../../e2e/kit/test-store.ts'
import { waitUntil } from '../../../e2e/kit/wait-until.ts'
import { launchBrowser } from '../../../e2e/kit/launch-browser.ts'
import { API_HOST, DOMAIN, type Internet, startInternet } from '../../../e2e/storefront/internet.ts'
import { openShop, type Shop } from '../../../e2e/storefront/stores.ts'
import type { Attack } from './attack.ts'
import { evilHost, pathOf, writeAttackingTheme } from './attacking-theme.ts'
import { MARKUP_ATTACKS } from './markup-attacks.ts'
import { SCRIPT_ATTACKS } from './script-attacks.ts'
import { TIMEOUT_MS, type Victim, visitOtherStore } from './victim.ts'

const ATTACKS = [...MARKUP_ATTACKS, ...SCRIPT_ATTACKS]
/** Pages that are open at the same time, and how long each has for its attack. */
const PARALLEL = 6
const LOAD_MS = 5_000
const ATTACK_MS = 1_000
const SHARE_OF_SHORT = 3

type Settings = { lostHeader: string; short: boolean; seed: number }

/** Opens the pages of a hostile theme in Chromium, where the visitor has filled a basket in another store. */
export async function tryAttacks(defer: Defer, { lostHeader, short, seed }: Settings) {
  const { internet, shop, other } = await openShops(defer, lostHeader)
  const browser = await launchBrowser(defer, { internetPort: internet.port, trustsAll: true })
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' })
  const victim = await visitOtherStore(context, other)
  await publishAttacks(shop, { other, context })
  const chosen = [...ATTACKS.keys()].filter((i) => !short || i % SHARE_OF_SHORT === seed % SHARE_OF_SHORT)
  const progress = startProgress('attacks in the browser', chosen.length)
  const escapes: string[] = []
  const numbers = chosen.values()
  async function tryNext(): Promise<void> {
    for (const number of numbers) {
      escapes.push(...(await tryAttack(context, { number, shop, victim })))
      progress.add(1)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, tryNext))
  escapes.push(...(await victim.findChanges()), ...findContacts(internet))
  progress.done()
  return { themes: chosen.length, escapes }
}

async function openShops(defer: Defer, lostHeader: string) {
  const { server, databaseUrl } = await startProduct(defer, {
    settings: {
      PUBLIC_URL: 'https://manage.localhost',
      API_URL: `https://${API_HOST}`,
      STOREFRONT_DOMAIN: DOMAIN,
      TRUST_PROXY: '127.0.0.1',
    },
  })
  const place = { owner: await createOwner({ url: server.url, databaseUrl }), url: server.url }
  const internet = await startInternet(defer, server.port, { lostHeader })
  const [shop, other] = [
    await openShop(place, { label: 'hostile', mode: 'test' }),
    await openShop(place, { label: 'victim', mode: 'test' }),
  ]
  return { internet, shop, other }
}

type Publishing = { other: Shop; context: BrowserContext }

async function publishAttacks({ storeId, manage, origin }: Shop, { other, context }: Publishing): Promise<void> {
  const archive = await writeAttackingTheme(ATTACKS, other.origin)
  const file = new Blob([new Uint8Array(archive)], { type: 'application/zip' })
  const { number } = await manage.uploadTheme({ storeId, file })
  await manage.publishTheme({ storeId, number: String(number) })
  const page = await context.newPage()
  const isPublished = async () => {
    await page.goto(origin + pathOf(0), { timeout: TIMEOUT_MS })
    return (await page.locator('#attack').count()) > 0
  }
  if (!(await waitUntil(isPublished, { timeoutMs: TIMEOUT_MS }))) throw new Error('The theme was not published')
  await page.close()
}

type Trial = { number: number; shop: Shop; victim: Victim }

async function tryAttack(context: BrowserContext, { number, shop, victim }: Trial): Promise<string[]> {
  const attack = ATTACKS[number] as Attack
  const page = await context.newPage()
  const popups: Page[] = []
  page.on('popup', (popup) => popups.push(popup))
  try {
    const response = await search(page, shop.origin + pathOf(number))
    // A page that leaves at once has no text any more, and one that is kept from leaving does not finish.
    const text = await response?.text().catch(() => 'id="attack"')
    const isShown = text?.includes('id="attack"') === true
    await page.waitForLoadState('load', { timeout: LOAD_MS }).catch(() => undefined)
    if (attack.click !== undefined) await page.click(attack.click, { timeout: TIMEOUT_MS, noWaitAfter: true })
    await sleep(ATTACK_MS)
    const found = await Promise.all([page, ...popups].map((each) => inspect(each, victim)))
    return [
      ...(isShown === (attack.isRefused !== true) ? [] : [isShown ? 'was shown' : 'was not shown with the theme']),
      ...found.flat(),
    ].map((what) => `${attack.name.slice(0, 80)}: ${what}`)
  } catch (error) {
    return [`${attack.name.slice(0, 80)}: ${String(error).split('\n')[0]}`]
  } finally {
    for (const each of [page, ...popups]) await each.close()
  }
}

/** The limit of searches answers 429, which says nothing about the theme. A visitor waits then, and searches again. */
async function search(page: Page, url: string): Promise<Response | null> {
  let response: Response | null = null
  const isAnswered = async () => {
    response = await page.goto(url, { timeout: TIMEOUT_MS, waitUntil: 'commit' })
    return response?.status() !== 429
  }
  if (await waitUntil(isAnswered, { timeoutMs: TIMEOUT_MS, intervalMs: 1_000 })) return response
  throw new Error('the limit of searches did not let the visitor in')
}

async function inspect(page: Page, { secrets }: Victim): Promise<string[]> {
  const read = `({ ...document.documentElement.dataset, name: String(window.name), opener: window.opener !== null })`
  const found = (await page.evaluate(read).catch(() => ({}))) as Record<string, string | boolean>
  const isVictim = page.url().includes('//victim.')
  return [
    ...(found['pwned'] === undefined ? [] : ['a script ran']),
    ...(secrets.some((secret) => String(found['loot']).includes(secret)) ? ['it has read a secret'] : []),
    ...(isVictim && (found['name'] !== '' || found['opener'] === true)
      ? ['it holds the window of the other store']
      : []),
  ]
}

/**
 * Other sites that heard of a visitor. Chromium connects before it applies the policy when a script or a click opens a frame or sends a
 * form, so that only requests count there.
 */
function findContacts({ names, strangers }: Internet): string[] {
  return ATTACKS.flatMap(({ name, script, click }, number) => {
    const host = evilHost(number)
    const connected = script === undefined && click === undefined && names.has(host)
    const isKnown = connected || strangers.some((url) => url.startsWith(host))
    return isKnown ? `${name.slice(0, 80)}: another site heard of it` : []
  })
}
