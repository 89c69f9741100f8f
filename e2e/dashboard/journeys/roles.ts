import { type Journey, require } from '../journey.ts'
import { addStoreWithSales } from '../store-with-sales.ts'
import type { Person } from '../person.ts'

const SELL = ['products', 'categories', 'tiers', 'sales', 'coupons', 'creators', 'gift-cards', 'subscriptions']
const VIEWER = ['', 'orders', 'deliveries', 'players', ...SELL, 'storefront', 'servers']
const MANAGER = [...VIEWER, 'payments', 'redelivery', 'webhooks', 'team', 'audit']
const SCREENS = { viewer: VIEWER, support: VIEWER, manager: MANAGER, owner: [...MANAGER, 'tokens', 'settings'] }
/** On the page of an order. */
const ACTIONS = { 'resend.open': ['support', 'manager', 'owner'], 'order.refund': ['manager', 'owner'] }

type Role = keyof typeof SCREENS
const ROLES: Role[] = ['viewer', 'support', 'manager', 'owner']

/** What each role sees. That the server refuses everything else is shown by the walls, for each operation and role. */
export const BY_ROLE: Journey[] = ROLES.map((role) => ({
  name: `the role ${role} sees what it may do, and nothing else`,
  folder: role,
  async run(person, installation) {
    const boss = { ...person, email: `boss-${person.email}` }
    const { storeId, sell, play, products } = await addStoreWithSales(installation, boss)
    const orderId = await sell('alex-7', products.vip)
    await play('alex-7')
    await installation.addOwner(person)
    await installation.run('member', 'add', '--store', storeId, '--email', person.email, '--role', role)
    const refused: string[] = []
    person.page.on('response', (response) => {
      if (response.status() === 403) refused.push(new URL(response.url()).pathname)
    })
    await person.comeBack('/')
    await person.see('stores.title')

    const home = `/stores/${storeId}`
    await visit(person, home)
    const links = await person.page.locator(`nav.nav a[href^="${home}"]`).evaluateAll(readAddresses)
    const seen = new Set(links.map((address) => address.slice(home.length + 1)))
    seen.delete('setup')
    const [missing, extra] = [notIn(SCREENS[role], seen), notIn([...seen], new Set(SCREENS[role]))]
    require(missing + extra === '', `screens that are missing: ${missing}; that should be hidden: ${extra}`)
    for (const path of SCREENS[role]) await visit(person, `${home}/${path}`)

    await visit(person, `${home}/orders/${orderId}`)
    await checkActions(person, role)
    await visit(person, `${home}/products/${products.vip}`)
    await visit(person, `${home}/players/alex-7`)
    require(refused.length === 0, `a screen asked for what the role may not see: ${refused.join(', ')}`)
    for (const path of notListed(role)) {
      await person.open(`${home}/${path}`)
      await person.read(person.t('problem.forbidden'))
    }
  },
}))

async function visit(person: Person, path: string): Promise<void> {
  await person.open(path)
  await person.page.getByRole('heading', { level: 1 }).waitFor()
  await person.page.waitForLoadState('networkidle')
  await person.inspect()
}

async function checkActions(person: Person, role: Role): Promise<void> {
  for (const [id, roles] of Object.entries(ACTIONS)) {
    const isShown = (await person.page.getByText(`${person.t(id)}…`).count()) > 0
    require(isShown === roles.includes(role), `${person.t(id)} is ${isShown ? 'shown' : 'hidden'}`)
  }
}

function notListed(role: Role): string[] {
  return SCREENS.owner.filter((path) => !SCREENS[role].includes(path))
}

function notIn(paths: string[], set: Set<string>): string {
  return paths.filter((path) => !set.has(path)).join(', ')
}

/** Runs in the browser. */
function readAddresses(links: { getAttribute: (name: string) => string | null }[]): string[] {
  return links.map((link) => link.getAttribute('href') ?? '')
}
