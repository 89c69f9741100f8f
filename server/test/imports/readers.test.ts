import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseCsv, writeCsv } from '../../src/cli/owner/import/csv.ts'
import { htmlToMarkdown } from '../../src/cli/owner/import/html-to-markdown.ts'
import { readCommandFile } from '../../src/cli/owner/import/read-command-file.ts'
import { readCraftingStore } from '../../src/cli/owner/import/read-craftingstore.ts'
import { readCsvFolder } from '../../src/cli/owner/import/read-csv-folder.ts'
import { createApiReader } from '../../src/cli/owner/import/read-source.ts'
import { readTebex, tebexApi, tebexFolder } from '../../src/cli/owner/import/read-tebex.ts'
import { answerAsTebex, CRAFTING_KEY, startFakePlatform, TEBEX_KEY, type TebexStore } from './fake-platform.ts'

const DAY_MS = 86_400_000
const NOW = Math.floor(Date.now() / 1000) * 1000
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS)
const iso = (date: Date) => date.toISOString()
const NO_FILE = { commands: new Map() }

async function newFolder(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'import-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
  return dir
}

async function startTebex(store: Partial<TebexStore>, limitEvery?: number) {
  const full = { categories: [], packages: [], payments: [], ...store }
  const tebex = await startFakePlatform({
    key: ['X-Tebex-Secret', TEBEX_KEY],
    answer: answerAsTebex(full),
    ...(limitEvery !== undefined && { limitEvery }),
  })
  onTestFinished(() => tebex.close())
  const api = (key = TEBEX_KEY) => tebexApi(createApiReader({ url: tebex.url, headers: { 'X-Tebex-Secret': key } }))
  return { ...tebex, api }
}

const payment = (name: string, date: Date, more: object = {}) => ({
  date: iso(date),
  status: 'Complete',
  player: { id: 1, name, uuid: '365bfa21803249ee9b634fe890c9d43f' },
  packages: [{ id: 7, name: 'VIP' }],
  ...more,
})
const VIP = {
  id: 7,
  name: 'VIP',
  price: '4.99',
  expiry_length: 1,
  expiry_period: 'month',
  category: { id: 2 },
  servers: [{ id: 5, name: 'Lobby' }],
  commands: [
    { type: 'initial', command: '/lp user {id} parent add vip {packageName}' },
    { type: 'expiry', command: 'lp user {username} parent remove vip' },
    { type: 'refund', command: 'take {name}' },
    { type: 'chargeback', command: 'take {name}' },
    { type: 'renewal', command: 'say thanks' },
    { type: 'initial', command: 'log {transaction}' },
    { type: 'initial', command: 'color {favourite}' },
  ],
}

test('a Tebex store: commands by stage, placeholders, durations, and what cannot be converted', async () => {
  const { api } = await startTebex({ packages: [VIP] })
  const { products, notes, currency } = await readTebex(api(), NO_FILE)
  expect(currency).toBe('USD')
  expect(products).toMatchObject([
    {
      sourceId: '7',
      categorySourceId: '2',
      priceMinor: 499,
      durationSeconds: 30 * 86_400,
      servers: ['Lobby'],
      visibility: 'hidden',
      commands: {
        approve: ['/lp user {userId} parent add vip VIP'],
        expire: ['lp user {userId} parent remove vip'],
        refund: ['take {userId}'],
      },
    },
  ])
  const texts = notes.map(({ about, text }) => `${about}: ${text}`).join('\n')
  for (const part of ['{transaction}', '{favourite}', 'renewals', 'hidden', '30 days']) expect(texts).toContain(part)
})

test('purchases become what players own: the longest time, added units, nothing that ended or was refunded', async () => {
  const key = { ...VIP, id: 8, name: 'Key', expiry_length: 0 }
  const keys = { packages: [{ id: 8, quantity: 2 }] }
  const payments = [
    payment('steve', daysAgo(20)),
    payment('steve', daysAgo(5)),
    payment('alex', daysAgo(40)),
    payment('alex', daysAgo(1), { status: 'Refund' }),
    payment('alex', daysAgo(400), keys),
    payment('alex', daysAgo(2), { packages: [{ id: 8 }] }),
    payment('', daysAgo(2)),
    payment('herobrine', daysAgo(2), { packages: [{ id: 999 }] }),
  ]
  const { api } = await startTebex({ packages: [VIP, key], payments, game: 'Minecraft: Java Edition' })
  const { entitlements, notes } = await readTebex(api(), NO_FILE)
  expect(entitlements).toEqual([
    { productSourceId: '7', gameUserId: 'steve', since: iso(daysAgo(20)), until: iso(daysAgo(-25)), quantity: 1 },
    { productSourceId: '8', gameUserId: 'alex', since: iso(daysAgo(400)), until: null, quantity: 3 },
  ])
  expect(notes.filter(({ about }) => about === 'Payments').map(({ text }) => text.slice(0, 12))).toEqual([
    '1 purchases ',
    '2 purchases ',
  ])
  const dashed = await readTebex(api(), { ...NO_FILE, player: 'dashed-id' })
  expect(dashed.entitlements[0]?.gameUserId).toBe('365bfa21-8032-49ee-9b63-4fe890c9d43f')
})

test('all pages are read although the platform limits requests, and a wrong key is said so without showing it', async () => {
  const payments = Array.from({ length: 60 }, (_, i) => payment(`player${i}`, daysAgo(3)))
  const { api, limited } = await startTebex({ packages: [VIP], payments, game: 'Minecraft' }, 5)
  expect((await readTebex(api(), NO_FILE)).entitlements).toHaveLength(60)
  expect(limited()).toBeGreaterThan(0)
  await expect(readTebex(api('wrong-key'), NO_FILE)).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.not.stringContaining('wrong-key') as string,
  })
})

test('hostile names, descriptions and responses do no harm', async () => {
  const hostile = [
    { ...VIP, id: 1, name: `\u001b[31m${'x'.repeat(9_000)}\u0007\u202e` },
    {
      ...VIP,
      id: 2,
      name: '\u0000',
      description: '<script>alert(1)</script><b>bold</b> &lt;img&gt; <a href="javascript:x">y</a>',
    },
    { ...VIP, id: 3, price: 'free', expiry_length: 'x', commands: [{ type: 'initial', command: 'a\nstop' }] },
  ]
  const { api, url } = await startTebex({ packages: hostile })
  const { products } = await readTebex(api(), NO_FILE)
  expect(products.map(({ name }) => name)).toEqual([`[31m${'x'.repeat(196)}`, 'Package 2', 'VIP'])
  expect(products[1]?.description).toBe('**bold** <img> y')
  expect(products[2]).toMatchObject({ priceMinor: 0, durationSeconds: null, commands: { approve: ['a stop'] } })
  const large = await startFakePlatform({
    key: ['token', CRAFTING_KEY],
    answer: () => `"${'x'.repeat(21 * 1024 * 1024)}"`,
  })
  onTestFinished(() => large.close())
  const read = createApiReader({ url: large.url, headers: { token: CRAFTING_KEY } })
  await expect(read('packages')).rejects.toMatchObject({ code: 'body_too_large' })
  expect(() => createApiReader({ url: url.replace('127.0.0.1', 'tebex.example'), headers: {} })).toThrow('https://')
  expect(htmlToMarkdown(`<${'a'.repeat(200_000)}`).length).toBeLessThan(200_001)
})

test('exported files and a command file give the same as the API', async () => {
  const { commands: _commands, ...bare } = VIP
  const dir = await newFolder({
    'information.json': JSON.stringify({ account: { currency: { iso_4217: 'EUR' }, game_type: 'Rust' } }),
    'packages.json': JSON.stringify([bare]),
    'payments.json': JSON.stringify([payment('steve', daysAgo(1))]),
    'commands.csv': 'product,stage,command\n7,initial,"give {id}, now"\n7,duration,P60D\n7,remove,"\'=end {id}"\n',
  })
  const commands = await readCommandFile(join(dir, 'commands.csv'))
  const { products, entitlements, currency } = await readTebex(tebexFolder(dir), { commands })
  expect(currency).toBe('EUR')
  expect(products[0]).toMatchObject({
    durationSeconds: 60 * 86_400,
    commands: { approve: ['give {userId}, now'], expire: ['=end {userId}'] },
  })
  expect(entitlements).toMatchObject([{ until: iso(daysAgo(-59)) }])
})

test('Tebex: coupons with their limits, and the balance of gift cards', async () => {
  const coupon = (code: string, more: object = {}) => ({
    id: code.length,
    code,
    effective: { type: 'cart', packages: [7], categories: [] },
    discount: { type: 'percentage', percentage: 12.5, value: 0 },
    expire: { redeem_unlimited: true, expire_never: true, limit: 0, date: '' },
    ...more,
  })
  const dir = await newFolder({
    'coupons.json': JSON.stringify([
      coupon('ALL'),
      coupon('SOME', {
        effective: { type: 'package', packages: [7], categories: [3] },
        discount: { type: 'value', percentage: 0, value: '2.50' },
        expire: { redeem_unlimited: 'false', expire_never: 'false', limit: 9, date: '2999-01-01' },
        minimum: 5,
        user_limit: 1,
      }),
      coupon('PAST', { expire: { redeem_unlimited: true, expire_never: false, date: '2020-01-01' } }),
      coupon('USED', { expire: { redeem_unlimited: false, expire_never: true, limit: 0 } }),
      coupon('MINE', { username: 'steve' }),
    ]),
    'gift-cards.json': JSON.stringify({
      data: [
        { id: 1, code: '4000123412341234', balance: { starting: '20.00', remaining: '12.50', currency: 'USD' } },
        { id: 2, code: '4000123412341235', balance: { starting: '20.00', remaining: '20.00' }, void: true },
      ],
    }),
  })
  const { coupons, giftCards, notes } = await readTebex(tebexFolder(dir), { commands: new Map() })
  expect(coupons).toMatchObject([
    { code: 'ALL', discount: { basisPoints: 1_250 }, productSourceIds: [], maxUses: null, endsAt: null },
    {
      code: 'SOME',
      discount: { amountMinor: 250 },
      productSourceIds: ['7'],
      categorySourceIds: [],
      maxUses: 9,
      maxUsesPerPlayer: 1,
      minimumMinor: 500,
      endsAt: '2999-01-01T00:00:00.000Z',
    },
  ])
  expect(notes.map(({ about }) => about)).toEqual(['Coupon PAST', 'Coupon USED', 'Coupon MINE'])
  expect(giftCards.map(({ balanceMinor }) => balanceMinor)).toEqual([1_250, 0])
})

test('CraftingStore: packages, payments by the name of their package, and gift cards', async () => {
  const answer = (path: string, query: URLSearchParams) => {
    if (path === 'v7/information') return { success: true, data: { currency: 'USD' } }
    if (path === 'v7/categories') return { data: [{ id: 1, name: 'Ranks', order: 2, description: '<p>Hi</p>' }] }
    if (path === 'v7/packages') return [{ id: 4, categoryId: 1, name: 'Knight', price: 10, enabled: true, order: 1 }]
    if (path === 'v7/gift-cards') return { data: [{ code: 'ABCD1234', amountRemaining: 5 }] }
    const timestamp = Math.floor(daysAgo(3).getTime() / 1000)
    const page = Number(query.get('page'))
    const row = (inGameName: string, packageName = 'Knight') => ({
      inGameName,
      packageName,
      timestamp,
      uuid: 'u',
      price: 10,
    })
    if (path !== 'v7/payments') return undefined
    return { data: page === 1 ? [row('steve'), row('alex', 'Gone')] : page === 2 ? [row('alex')] : [] }
  }
  const crafting = await startFakePlatform({ key: ['token', CRAFTING_KEY], answer })
  onTestFinished(() => crafting.close())
  const read = createApiReader({ url: `${crafting.url}/v7`, headers: { token: CRAFTING_KEY } })
  const given = [
    { stage: 'approve', command: 'rank {player} knight' },
    { stage: 'approve', command: 'role {discord_id}' },
  ] as const
  const commands = new Map([['4', { commands: [...given], durationSeconds: 30 * 86_400 }]])
  const document = await readCraftingStore(read, { commands })
  expect(document).toMatchObject({
    currency: 'USD',
    categories: [{ sourceId: '1', name: 'Ranks', description: 'Hi', position: 2 }],
    products: [
      { sourceId: '4', priceMinor: 1_000, visibility: 'hidden', commands: { approve: ['rank {userId} knight'] } },
    ],
    giftCards: [{ code: 'ABCD1234', balanceMinor: 500 }],
  })
  expect(document.entitlements.map(({ gameUserId, until }) => [gameUserId, until])).toEqual([
    ['steve', iso(daysAgo(-27))],
    ['alex', iso(daysAgo(-27))],
  ])
})

test('a CSV folder is read by its titles, and a wrong row is named', async () => {
  const dir = await newFolder({
    'categories.csv': '\uFEFFid,name,position\r\nranks,"Ranks, all",3\r\n',
    'products.csv': 'id,name,price,category,duration,servers\n7,"The ""VIP""\n!",4.99,ranks,P30D,Lobby | Arena\n',
    'commands.csv': 'product,stage,command\n7,approve,give {userId}\n',
    'entitlements.csv': 'player,product,until\nsteve,7,2999-01-01\nalex,7,2001-01-01\n',
    'bans.csv': 'player,reason\ngriefer,\n',
    'coupons.csv': 'code,discount,products,uses\nSALE,10 %,7|8,5\nTWO,2.50,,\n',
    'gift-cards.csv': 'code,balance\n4000123412341234,12.5\n',
  })
  const document = await readCsvFolder(dir, { currency: 'USD' })
  expect(document).toMatchObject({
    categories: [{ sourceId: 'ranks', name: 'Ranks, all', position: 3 }],
    products: [{ name: 'The "VIP" !', priceMinor: 499, durationSeconds: 2_592_000, servers: ['Lobby', 'Arena'] }],
    entitlements: [{ gameUserId: 'steve', until: '2999-01-01T00:00:00.000Z' }],
    bans: [{ gameUserId: 'griefer', reason: 'Imported' }],
    coupons: [
      { code: 'SALE', discount: { basisPoints: 1_000 }, productSourceIds: ['7', '8'], maxUses: 5 },
      { code: 'TWO', discount: { amountMinor: 250 }, productSourceIds: [], maxUses: null },
    ],
    giftCards: [{ code: '4000123412341234', balanceMinor: 1_250 }],
  })
  await writeFile(join(dir, 'products.csv'), 'id,name,price\n7,VIP,4,99\n8,Key,free\n')
  await expect(readCsvFolder(dir, { currency: 'USD' })).rejects.toThrow('"free" is not a price')
  await writeFile(join(dir, 'bans.csv'), 'player\n"open')
  expect(() => parseCsv('a\n"open', 'bans.csv')).toThrow('bans.csv has a quote without an end')
})

test('a cell that a spreadsheet would run as a formula is written as text, and read back unchanged', () => {
  const cells = ['=1+1', '+49', '-x', '@a', 'plain', 'with "quotes", and\nlines']
  const text = writeCsv([['cell'], ...cells.map((cell) => [cell])])
  expect(text).toContain(`"'=1+1"`)
  expect(parseCsv(text, 'x').map(({ cell }) => cell)).toEqual(cells)
})
