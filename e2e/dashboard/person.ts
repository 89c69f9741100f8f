import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Locale } from '../../server/src/locales.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { type Complaints, findAxeViolations, scrollsSideways, watchPage } from '../storefront/browser.ts'
import { type Look, nameOf } from '../storefront/look.ts'
import { countEffort, type Effort, type Hands, KEYBOARD, MOUSE } from '../kit/person/hands.ts'

const TIMEOUT_MS = 60_000
/** Answers that the journeys provoke. Anything else in the console is an error of the page. */
const EXPECTED = /^4\d\d https:/

export type Seen = Complaints & { axe: string[]; scrolling: string[]; screens: number }
type Values = Record<string, string>

/** Someone who uses the dashboard. Every screen that they reach is inspected. */
export type Person = Hands & {
  page: Page
  look: Look
  email: string
  password: string
  t: (id: string, values?: Values) => string
  open: (path: string) => Promise<void>
  /** Waits for a heading, and inspects the screen. */
  see: (id: string) => Promise<void>
  /** Checks the screen that is open. */
  inspect: () => Promise<void>
  /** Waits for a text anywhere on the screen. */
  read: (text: string) => Promise<void>
  press: (id: string) => Promise<void>
  /** Clicks a link. */
  follow: (id: string) => Promise<void>
  fill: (id: string, value: string) => Promise<void>
  /** Fills in and sends the form of the sign-in. */
  enter: (password?: string) => Promise<void>
  signIn: () => Promise<void>
  /** Somebody who signed in before opens a screen, without the form. Nobody without a mouse does: the form is for the keyboard too. */
  comeBack: (path?: string) => Promise<void>
  /** A device that keeps passkeys. */
  addAuthenticator: () => Promise<CDPSession>
  seen: Seen
  /** What it took so far. */
  effort: Effort
}

type Parts = {
  context: BrowserContext
  look: Look
  origin: string
  email: string
  needsAxe?: (screen: string, look: Look) => boolean
  out?: string | undefined
  hasMouse?: boolean
  password?: string
}

export async function createPerson({
  context,
  look,
  origin,
  email,
  needsAxe = () => false,
  out,
  hasMouse = true,
  password = 'lantern quarry fox 83',
}: Parts): Promise<Person> {
  const page = await context.newPage()
  const effort: Effort = { clicks: 0, fields: 0 }
  const hands = countEffort(hasMouse ? MOUSE : KEYBOARD, effort)
  page.setDefaultTimeout(TIMEOUT_MS)
  const watched = watchPage(page)
  const seen: Seen = { ...watched, axe: [], scrolling: [], screens: 0 }
  const texts = await readTexts(look.locale)
  const t: Person['t'] = (id, values = {}) => {
    const text = texts[id]
    if (text === undefined) throw new Error(`There is no text ${id}`)
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  }

  /** How often each screen was seen. */
  const shown = new Map<string, number>()

  async function inspect(): Promise<void> {
    seen.screens++
    const { pathname, searchParams } = new URL(page.url())
    const step = searchParams.get('step')
    const screen = pathname.replace(/(?<=\/)[a-z]+_\w+/g, ':id') + (step === null ? '' : `/${step}`)
    if (await scrollsSideways(page)) seen.scrolling.push(screen)
    if (needsAxe(screen, look)) seen.axe.push(...(await findAxeViolations(page)).map((what) => `${screen}: ${what}`))
    if (out !== undefined) {
      const count = (shown.get(screen) ?? 0) + 1
      shown.set(screen, count)
      const name = `${screen.slice(1) || 'home'}${count > 1 ? `-${count}` : ''}-${nameOf(look)}`
      await page.screenshot({ path: join(out, `${name.replaceAll(/[^\w]+/g, '-')}.png`), fullPage: true })
    }
    seen.errors = watched.errors.filter((error) => !EXPECTED.test(error))
  }

  async function use(role: 'button' | 'link', id: string): Promise<void> {
    await hands.click(page.getByRole(role, { name: t(id), exact: true }).first())
  }

  const person: Person = {
    ...hands,
    page,
    look,
    email,
    password,
    t,
    seen,
    open: async (path) => void (await page.goto(path.startsWith('https:') ? path : origin + path)),
    async see(id) {
      await page
        .getByRole('heading', { name: t(id), exact: true })
        .first()
        .waitFor()
      await inspect()
    },
    inspect,
    read: (text) => page.getByText(text).first().waitFor(),
    effort,
    press: (id) => use('button', id),
    follow: (id) => use('link', id),
    async fill(id, value) {
      await hands.type(page.getByLabel(t(id), { exact: true }).first(), value)
    },
    async enter(entered = password) {
      await person.fill('account.email', email)
      await person.fill('account.password', entered)
      await person.press('signIn.title')
    },
    async signIn() {
      await person.open('/')
      await person.see('signIn.title')
      await person.enter()
    },
    async comeBack(path) {
      if (hasMouse) await takeSession(page, { origin, email, password })
      else {
        await person.signIn()
        await person.see('nav.today')
      }
      if (path !== undefined) await person.open(path)
    },
    async addAuthenticator() {
      const session = await context.newCDPSession(page)
      await session.send('WebAuthn.enable')
      const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
      await session.send('WebAuthn.addVirtualAuthenticator', {
        options: { ...options, hasUserVerification: true, isUserVerified: true },
      })
      return session
    },
  }
  return person
}

/** The browser gets the cookie of a session from an empty page. */
async function takeSession(page: Page, { origin, ...account }: { origin: string; email: string; password: string }) {
  const empty = `${origin}/empty`
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(empty)
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) }
  const status = await page.evaluate(
    `fetch('/api/manage/1.0/account/sign-in', ${JSON.stringify(options)}).then((r) => r.status)`,
  )
  if (status !== 200) throw new Error(`The sign-in was answered with ${String(status)}`)
}

async function readTexts(locale: Locale): Promise<Record<string, string>> {
  const folder = join(PROJECT_ROOT, 'dashboard/locales', locale)
  const files = await readdir(folder)
  const texts = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as object),
  )
  return Object.assign({}, ...texts) as Record<string, string>
}
