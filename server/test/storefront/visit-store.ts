import { vi } from 'vitest'
import type { startStore } from '../start-store.ts'
import { openShop } from '../payments/open-shop.ts'

type Store = Awaited<ReturnType<typeof startStore>>

/** The settings of a server whose stores have pages. */
export const STOREFRONT_ENV = { STOREFRONT_DOMAIN: 'shops.example', PUBLIC_URL: 'https://manage.example' }

let count = 0
let visitors = 0

/** Every visitor has a network of their own, because payments are limited by network. */
export function newAddress(): string {
  visitors++
  return `10.${visitors >> 8}.${visitors & 255}.1`
}

/** A test store with a host, and browsers that visit it without JavaScript: they only follow links and send forms. */
export async function openVisitedStore(store: Store, product: Parameters<typeof openShop>[1] = {}) {
  const shop = await openShop(store, product)
  const label = `vale${++count}${process.pid}`
  const host = `${label}.shops.example`
  await store.query("insert into store_hosts (store_id, host, kind, proved_at) values ($1, $2, 'label', now())", [
    shop.storeId,
    label,
  ])
  const [row] = await store.query<{ slug: string }>('select slug from products where id = $1', [shop.productId])
  await vi.waitFor(async () => {
    const { statusCode } = await store.app.inject({ url: '/', headers: { host } })
    if (statusCode !== 200) throw new Error(`the store is not there yet: ${statusCode}`)
  }, 30_000)

  function newBrowser({ from = newAddress() } = {}) {
    const cookies = new Map<string, string>()
    async function send(method: 'GET' | 'POST', address: string, form?: Record<string, string>, more = {}) {
      const url = new URL(address, `http://${host}`)
      const response = await store.app.inject({
        method,
        remoteAddress: from,
        url: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          ...(url.host === host && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${url.host}` }),
          ...more,
        },
        ...(form && { payload: new URLSearchParams(form).toString() }),
      })
      for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
        const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
        cookies.set(name, value)
      }
      const location = response.headers.location
      return { status: response.statusCode, text: response.body, headers: response.headers, location: String(location) }
    }
    const get = (address: string) => send('GET', address)
    const post = (address: string, form: Record<string, string>, more = {}) => send('POST', address, form, more)
    return {
      host,
      cookies,
      get,
      post,
      /** Opens a page or takes the one that is open, fills in fields, and presses a button or follows a link, as often as it redirects. */
      press: async (page: string, button: string, filled: Filled = {}) => {
        const open = page.startsWith('/') ? (await get(page)).text : page
        const { address, form } = pressButton(open, button, filled)
        let next = form ? await post(address, form) : await get(address)
        while (next.status === 303 || next.status === 307)
          next = next.status === 307 && form ? await post(next.location, form) : await get(next.location)
        return next
      },
      add: () => post('/basket/lines', { product: row?.slug ?? '' }),
      /** The total in the form, as the browser sends it back. */
      checkout: async (more: Record<string, string> = {}) => {
        const page = await get('/checkout')
        const total = /name="total" value="(\d+)"/.exec(page.text)?.[1] ?? ''
        return post('/checkout', { email: '', consent: 'yes', provider: 'sandbox', total, ...more })
      },
      /** Pays with play money and returns to the store. */
      pay: async (page: string) => get((await post(page, { action: 'pay' })).location),
    }
  }
  /** A test store sends e-mails to its members only. */
  const addMember = (email: string) =>
    store.query(
      `with account as (insert into accounts (id, email, name) values (gen_random_uuid(), $2, 'Ada') returning id)
       insert into store_members (store_id, account_id, role) select $1, id, 'viewer' from account`,
      [shop.storeId, email],
    )
  return { ...shop, host, slug: row?.slug ?? '', newBrowser, addMember }
}

/** What a visitor enters, by the names of the fields. `true` and `false` tick a box. */
type Filled = Record<string, string | boolean>
type Sent = { address: string; form?: Record<string, string> }
type Field = { form: string; name: string; value: string; isBox: boolean; isSent: boolean }

const PARTS =
  /<form\b([^>]*)>|<\/form>|<input\b([^>]*)>|<select\b([^>]*)>([^]*?)<\/select>|<(button|a)\b([^>]*)>([^]*?)<\/\5>/g

/** What a browser sends if the visitor fills in fields of a page, and then presses the button or follows the link with this label. */
function pressButton(page: string, label: string, filled: Filled = {}): Sent {
  const fields: Field[] = []
  const actions = new Map<string, string>()
  let pressed: { form: string; name: string; value: string } | undefined
  let inside = ''
  for (const [all, form, input, select, options = '', tag, attributes = '', content = ''] of page.matchAll(PARTS)) {
    if (form !== undefined) {
      inside = read(form, 'id') ?? read(form, 'action') ?? ''
      actions.set(inside, read(form, 'action') ?? '')
    } else if (all === '</form>') inside = ''
    else if (input !== undefined) fields.push(readField(input, read(input, 'form') ?? inside))
    else if (select !== undefined) {
      const chosen = /<option\b([^>]*) selected/.exec(options)?.[1] ?? ''
      const value = read(chosen, 'value') ?? ''
      fields.push({
        form: read(select, 'form') ?? inside,
        name: read(select, 'name') ?? '',
        value,
        isBox: false,
        isSent: true,
      })
    } else if (!pressed && textOf(content, attributes).includes(label)) {
      if (tag === 'a') return { address: read(attributes, 'href') ?? '' }
      const [name = '', value = ''] = [read(attributes, 'name'), read(attributes, 'value')]
      pressed = { form: read(attributes, 'form') ?? inside, name, value }
    }
  }
  const action = actions.get(pressed?.form ?? '')
  if (!pressed || action === undefined) throw new Error(`The page has no button "${label}" of a form`)
  for (const name of Object.keys(filled))
    if (!fields.some((field) => field.name === name)) throw new Error(`The page has no field "${name}"`)
  const sent = fields.flatMap((field) => {
    const value = filled[field.name]
    const isSent = field.isBox ? (value ?? field.isSent) === true : field.isSent
    if (field.form !== pressed.form || field.name === '' || !isSent) return []
    return [[field.name, typeof value === 'string' ? value : field.value]]
  })
  if (pressed.name !== '') sent.push([pressed.name, pressed.value])
  return { address: action, form: Object.fromEntries(sent) as Record<string, string> }
}

function readField(attributes: string, form: string): Field {
  const isBox = /type="(checkbox|radio)"/.test(attributes)
  const [name = '', value = ''] = [read(attributes, 'name'), read(attributes, 'value')]
  return { form, name, value, isBox, isSent: !isBox || / checked/.test(attributes) }
}

function read(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
}

function textOf(content: string, attributes: string): string {
  return `${content.replaceAll(/<[^>]*>/g, '')} ${read(attributes, 'aria-label') ?? ''}`
}
