import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { amountIn, type Audit, type Facts, type Surface } from './facts.ts'

const ORDER = /chk_\w+/
const LOCALES = ['en', 'pt-BR', 'es']
const readAmount = async ({ page, currency }: Audit, selector: string) =>
  amountIn(await page.locator(selector).first().innerText(), currency)
const refundedIn = (text: string, currency: string) =>
  text.includes('refunded') ? amountIn(/\S+(?= (was )?refunded)/.exec(text)?.[0] ?? text, currency) : 0
const minorOf = (decimal: string) => Math.round(Number(decimal) * 100)

/** What people read: the staff in the dashboard, buyers in the store. */
export const SCREEN_SURFACES: Surface[] = [
  {
    name: 'Today',
    shows: ['sales', 'paid'],
    async read({ page, origin, storeId, currency }) {
      await page.goto(`${origin}/stores/${storeId}`)
      const figure = page.locator('section[aria-labelledby=sales] .fig')
      const orders = await figure.locator('small').innerText()
      const amount = (await figure.innerText()).replace(orders, '')
      return { sales: Number(/\d+/.exec(orders)?.[0] ?? Number.NaN), paid: amountIn(amount, currency) }
    },
  },
  {
    name: 'orders list',
    shows: ['paid ORDER', 'refunded ORDER'],
    async read({ page, origin, storeId, currency }) {
      await page.goto(`${origin}/stores/${storeId}/orders`)
      const facts: Facts = {}
      for (const row of await readRows(page)) {
        const order = ORDER.exec(row.link)?.[0] ?? ''
        const [, state, , , , amount = ''] = row.cells
        if (state === 'Not paid yet' || state === 'Abandoned') continue
        const paid = amountIn(amount, currency)
        facts[`paid ${order}`] = paid
        facts[`refunded ${order}`] = state === 'Refunded' ? paid : refundedIn(amount, currency)
      }
      return facts
    },
  },
  {
    name: 'orders CSV',
    shows: ['paid ORDER', 'refunded ORDER'],
    async read({ page, origin, storeId }) {
      await page.goto(`${origin}/stores/${storeId}/orders`)
      if ((await readRows(page)).length === 0) return {}
      const button = page.getByRole('button', { name: 'Export CSV' })
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
      const [head = '', ...lines] = (await readFile(await download.path(), 'utf8'))
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/)
      const heads = head.split(',')
      const facts: Facts = {}
      for (const line of lines) {
        const cells = line.split(',')
        const cell = (name: string) => cells[heads.indexOf(name)] ?? ''
        if (!['paid', 'refunded', 'disputed'].includes(cell('State'))) continue
        facts[`paid ${cell('Order')}`] = minorOf(cell('Amount'))
        if (heads.includes('Refunded')) facts[`refunded ${cell('Order')}`] = minorOf(cell('Refunded'))
      }
      return facts
    },
  },
  {
    name: 'order page',
    shows: ['paid ORDER', 'refunded ORDER'],
    async read({ page, origin, storeId, currency }, orders) {
      const facts: Facts = {}
      for (const order of orders) {
        await page.goto(`${origin}/stores/${storeId}/orders/${order}`)
        const total = page.locator('table.lines tfoot tr').last()
        facts[`paid ${order}`] = amountIn(await total.locator('td.num').innerText(), currency)
        facts[`refunded ${order}`] = refundedIn(await total.innerText(), currency)
      }
      return facts
    },
  },
  {
    name: 'receipt mail',
    shows: ['paid ORDER'],
    async read({ currency, ...audit }) {
      const mails = readReceiptMails(audit).map(({ order, total }) => [
        `paid ${order}`,
        amountIn(total, currency, LOCALES),
      ])
      return Object.fromEntries(mails) as Facts
    },
  },
  {
    name: "buyer's order page",
    shows: ['paid ORDER'],
    async read(audit) {
      const facts: Facts = {}
      for (const { order, link } of readReceiptMails(audit)) {
        await audit.page.goto(link)
        facts[`paid ${order}`] = await readAmount(audit, '.sum .total dd')
      }
      return facts
    },
  },
  {
    name: 'receipt',
    shows: ['paid ORDER', 'refunded ORDER'],
    async read(audit) {
      const facts: Facts = {}
      for (const { order, link } of readReceiptMails(audit)) {
        await audit.page.goto(`${link}/receipt`)
        facts[`paid ${order}`] = await readAmount(audit, '.sum .total dd')
        const [returned] =
          /(?<=Returned since then: )\S+?(?=\.\s)/.exec(`${await audit.page.innerText('.receipt')} `) ?? []
        facts[`refunded ${order}`] = returned === undefined ? 0 : amountIn(returned, audit.currency)
      }
      return facts
    },
  },
  {
    name: 'goal and supporters',
    isLate: true,
    shows: ['goal', 'supporters'],
    async read(audit) {
      await audit.page.goto(audit.storeOrigin)
      const supporters = await audit.page.locator('.crowd p:not(:has(.small))').allInnerTexts()
      const amounts = supporters.filter((text) => /\d\.\d\d$/.test(text))
      return {
        goal: await readAmount(audit, '.target b'),
        supporters: amounts.reduce((sum, text) => sum + amountIn(text.split(' ').at(-1) ?? '', audit.currency), 0),
      }
    },
  },
]

/** What buyers were sent after a payment: the number of the order, its total, and the link to its page. */
function readReceiptMails({ mails, storeOrigin }: Pick<Audit, 'mails' | 'storeOrigin'>) {
  return mails().flatMap(({ text }) => {
    const [order] = ORDER.exec(text) ?? []
    const [link] = new RegExp(`${storeOrigin}/o/\\S+`).exec(text) ?? []
    const [total] = /^Total, .*$/m.exec(text) ?? []
    return order === undefined || link === undefined || total === undefined ? [] : [{ order, link, total }]
  })
}

type Row = { link: string; cells: string[] }

/** The rows of the only table of a screen. A list without rows has no table. */
async function readRows(page: Page): Promise<Row[]> {
  await page.locator('table tbody tr, .empty').first().waitFor()
  return page.locator('table tbody tr:not([aria-hidden])').evaluateAll((rows) =>
    (rows as unknown as TableRow[]).map((row) => ({
      link: row.querySelector('a')?.href ?? '',
      cells: [...row.cells].map(({ innerText }) => innerText.trim()),
    })),
  )
}

type TableRow = { cells: Iterable<{ innerText: string }>; querySelector: (name: string) => { href: string } | null }
