import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Defer } from '../kit/run-harness.ts'

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]
export const [PHONE, DESKTOP] = [390, 1280] as const

/** Where Debian installs it. */
const BROWSER = '/usr/bin/chromium'
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run']

type Launch = {
  /** The browser finds every name of the internet at this port of this machine. Addresses of this machine stay what they are. */
  internetPort?: number
  /** Another program can control the browser at this port. */
  debuggingPort?: number
  /** Certificates count as valid, which service workers need. */
  trustsAll?: boolean
}

export async function launchBrowser(
  defer: Defer,
  { internetPort, debuggingPort, trustsAll }: Launch = {},
): Promise<Browser> {
  const args = [
    ...ARGUMENTS,
    ...(internetPort === undefined ? [] : [`--host-resolver-rules=MAP * 127.0.0.1:${internetPort}, EXCLUDE 127.0.0.1`]),
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ...(trustsAll === true || debuggingPort !== undefined ? ['--ignore-certificate-errors'] : []),
  ]
  const browser = await chromium.launch({ executablePath: BROWSER, args })
  defer(() => browser.close())
  return browser
}

/** Violations of WCAG 2.2 AA, each with the elements that it concerns. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // The pages have no frames, which the other mode needs a second page for.
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode(true).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

export async function scrollsSideways(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) === true
}

export type Complaints = { csp: string[]; errors: string[] }

/** What the browser reports about a page: violations of its policy, errors of its scripts, and files that are missing. */
export function watchPage(page: Page): Complaints {
  const found: Complaints = { csp: [], errors: [] }
  page.on('console', (message) => {
    const text = message.text()
    if (text.includes('Content Security Policy')) found.csp.push(text)
    // A page with an error status is a refusal that the caller expects or not.
    else if (message.type() === 'error' && !text.startsWith('Failed to load resource')) found.errors.push(text)
  })
  page.on('pageerror', (error) => found.errors.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== 'document')
      found.errors.push(`${response.status()} ${response.url()}`)
  })
  return found
}
