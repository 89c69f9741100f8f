import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchAsHost } from '../kit/fetch-as-host.ts'
import { type Inbox, startInbox } from '../dashboard/inbox.ts'
import type { Terminal } from '../kit/person/terminal.ts'
import { launchBrowser } from '../kit/launch-browser.ts'
import type { Defer } from '../kit/run-harness.ts'
import { startProduct } from '../kit/start-product.ts'
import { createOwner } from '../kit/test-store.ts'
import { DESKTOP } from '../storefront/browser.ts'
import { startIdentityServices } from '../storefront/identity-services.ts'
import { API_HOST, DOMAIN, startInternet } from '../storefront/internet.ts'
import type { Look } from '../storefront/look.ts'
import {
  createCallbackDelivery,
  type PaymentSites,
  servePaymentPages,
  startProviders,
} from '../storefront/payment-sites.ts'
import { openShop, type Shop } from '../storefront/stores.ts'
import { createBookkeeper } from './bookkeeper/bookkeeper.ts'
import { type Game, startGame } from './game.ts'
import { type NewPerson, openPerson, type Person } from './person.ts'
import { openShell } from './open-shell.ts'
import { receiveEvents } from './receive-events.ts'

/** What surrounds the persons of one road. */
export type World = {
  /** The dashboard. */
  origin: string
  /** Where programs on this machine reach the product. */
  url: string
  databaseUrl: string
  /** A live store that takes money at every stand-in. It is prepared through the API, as its owner could. */
  store: Shop & { label: string }
  owner: { email: string; password: string }
  /** The game server of the store. It has the agent, and nobody is in the game. */
  game: Game
  /** The stand-ins of the payment providers, with what was really paid. */
  providers: PaymentSites
  inbox: Inbox
  /** A folder for files. */
  folder: string
  /** Does a step of the road. Then the bookkeeper reads every surface. */
  step: <T>(title: string, work: () => Promise<T>) => Promise<T>
  /** Another person, with the look of the road unless they have their own. */
  addPerson: (person: Partial<NewPerson> & { player: string }) => Promise<Person>
  /** A shell on the machine of the product, in which `quartermaster` is a command. Each line counts as a field. */
  openShell: (person: Person) => Promise<Terminal>
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/** The product and everything outside of it. */
export async function startInstallation(defer: Defer, mode: 'live' | 'test') {
  const [providers, identity, inbox] = [
    await startProviders(defer, mode),
    await startIdentityServices(defer),
    await startInbox(defer),
  ] as const
  const origin = `https://manage.${DOMAIN}`
  const settings = {
    PUBLIC_URL: origin,
    API_URL: `https://${API_HOST}`,
    STOREFRONT_DOMAIN: DOMAIN,
    SINGLE_OWNER: 'on',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'Vale <store@vale.example>',
    WEBHOOK_ALLOW: '127.0.0.0/8',
    STRIPE_URL: providers.stripe.url,
    MERCADOPAGO_URL: providers.mercadopago.url,
    PAYPAL_URL: providers.paypal.url,
    ...identity,
  }
  const { server, databaseUrl, folder } = await startProduct(defer, { settings })
  const internet = await startInternet(defer, server.port)
  const deliverCallbacks = createCallbackDelivery(providers, server.url)
  const callbacksSent = () => Object.values(providers).flatMap(({ signedCallbacks }) => signedCallbacks).length
  servePaymentPages(internet, providers, deliverCallbacks)
  // Refunds, renewals and disputes have callbacks too, which nobody in a browser waits for.
  const timer = setInterval(() => void deliverCallbacks().catch(console.error), 200)
  defer(() => clearInterval(timer))
  const browser = await launchBrowser(defer, { internetPort: internet.port })
  const counts = { opened: 0, persons: 0 }
  return { mode, origin, settings, server, databaseUrl, folder, providers, callbacksSent, inbox, browser, ...counts }
}

type Parts = { installation: Installation; road: string; look: Look }

/** A store with its owner, game server and bookkeeper for one road. */
export async function openWorld(defer: Defer, { installation, road, look }: Parts) {
  const { server, databaseUrl, providers, origin, inbox, browser, settings } = installation
  const label = `${road.toLowerCase()}-${++installation.opened}`
  const folder = join(installation.folder, label)
  await mkdir(folder)
  const management = { url: server.url, fetch: fetchAsHost(new URL(origin).host) }
  const owner = await createOwner({ ...management, databaseUrl })
  // Stores share the stand-ins, so what earlier roads paid is at the beginning of each list.
  const sites = Object.values(providers).map((site) => ({ site, before: site.listPayments().length }))
  const shop = await openShop({ owner, url: server.url }, { label, mode: installation.mode, providers })
  const { storeId, manage, servers } = shop
  const community = { showTopSupporter: true, showSupporterAmount: true, goal: GOAL }
  await manage.updateStorefront({ storeId, theme: 'gala', ...community }, { ifMatch: '*' })
  const events = await receiveEvents(defer, manage, storeId)
  const game = await startGame(defer, { url: server.url, key: servers[0]?.key ?? '', folder: join(folder, 'game') })

  const persons: Person[] = []
  const addPerson: World['addPerson'] = async (person) => {
    const number = ++installation.persons
    const opened = await openPerson({ look, ...person }, { browser, origin, number })
    defer(() => opened.page.context().close())
    persons.push(opened)
    return opened
  }
  const clerk = await openPerson(
    { player: 'clerk', look: CLERKS_LOOK, ...owner },
    { browser, origin, number: ++installation.persons },
  )
  defer(() => clerk.page.context().close())
  await clerk.comeBack()
  clerk.page.setDefaultTimeout(CLERKS_TIMEOUT_MS)
  const bookkeeper = createBookkeeper({
    storeId,
    origin,
    storeOrigin: shop.origin,
    currency: 'BRL',
    payments: () => sites.flatMap(({ site, before }) => site.listPayments().slice(before)),
    callbacksSent: installation.callbacksSent,
    ran: () => [...game.log],
    events,
    mails: () => inbox.mails(),
    page: clerk.page,
    read: async (path) => {
      const headers = { authorization: `Bearer ${shop.token}` }
      const answer = await management.fetch(`${server.url}/api/manage/1.0/stores/${storeId}${path}`, { headers })
      return (await answer.json()) as Record<string, unknown>
    },
    metrics: async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text(),
  })
  const world: World = {
    origin,
    url: server.url,
    databaseUrl,
    store: { ...shop, label },
    owner,
    game,
    providers,
    inbox,
    folder,
    addPerson,
    async step(title, work) {
      const result = await work()
      await bookkeeper.check(title)
      return result
    },
    openShell: (person) => openShell(defer, person, { folder, settings: { DATABASE_URL: databaseUrl, ...settings } }),
  }
  return { world, persons, bookkeeper }
}

/** A page that lacks something is read again, and other surfaces are read meanwhile. */
const CLERKS_TIMEOUT_MS = 10_000
const GOAL = { title: 'A bigger machine', amountMinor: 50_000 }
const CLERKS_LOOK: Look = { locale: 'en', scheme: 'light', width: DESKTOP, hasScript: true }
