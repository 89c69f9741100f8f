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
  }, 10_000)

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
  return { ...shop, host, slug: row?.slug ?? '', newBrowser }
}
