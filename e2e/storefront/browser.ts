import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]
export const [PHONE, DESKTOP] = [390, 1280] as const

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

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
