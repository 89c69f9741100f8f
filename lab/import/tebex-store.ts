import type { TebexStore } from '../../server/test/imports/fake-platform.ts'
import type { Random } from '../../e2e/kit/random.ts'

const DAY_MS = 86_400_000
const HOSTILE = [
  '=HYPERLINK("http://evil.example")',
  '\u001b[31mred\u0007',
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
  '\u202Egnp.exe',
  "'; drop table products; --",
  '💎'.repeat(300),
]

type Size = { packages: number; entitlements: number; random: Random }

/**
 * A store at Tebex with hostile names and descriptions, and what its players own by an independent rule: a timed
 * package lasts until its last purchase ends, and units of others add up.
 */
export function createTebexStore({ packages: count, entitlements, random }: Size) {
  const categories = Array.from({ length: 10 }, (_, i) => ({
    id: i + 1,
    order: i,
    name: `Category ${i}`,
    packages: [],
    subcategories: [],
  }))
  const packages = Array.from({ length: count }, (_, i) => ({
    id: 1_000 + i,
    name: `${HOSTILE[i] ?? 'Package'} ${i}`,
    price: 4.99,
    expiry_length: i % 3 === 0 ? 0 : 30,
    expiry_period: 'day',
    type: 'single',
    category: { id: (i % 10) + 1, name: 'Category' },
    servers: i % 4 === 0 ? [{ id: 5, name: 'lobby' }] : [],
    description: `<p>${HOSTILE[i % HOSTILE.length]}</p><ul><li>one<li>two</ul><img src=x onerror=alert(1)>`,
    disabled: false,
    commands: [
      { type: 'initial', command: `lp user {id} parent add rank${i}` },
      { type: 'expiry', command: `lp user {id} parent remove rank${i}` },
      { type: 'refund', command: `lp user {id} parent remove rank${i}` },
      { type: 'chargeback', command: `lp user {id} parent remove rank${i}` },
    ],
  }))
  const now = Date.now()
  const owned = new Map<string, string>()
  const payments: object[] = []
  const pay = (player: number, packageId: number, at: Date, status = 'Complete') =>
    payments.push({
      id: payments.length + 1,
      amount: '4.99',
      date: at.toISOString().replace(/\.\d+Z$/, '+0000'),
      status,
      player: { id: player, name: `Player ${player}`, uuid: String(76_561_190_000_000_000n + BigInt(player)) },
      packages: [{ id: packageId, name: 'Package' }],
    })
  for (let i = 0; i < entitlements; i++) {
    const each = packages[i % count]
    if (!each) continue
    const player = Math.floor(i / count)
    const key = `${each.id} ${76_561_190_000_000_000n + BigInt(player)}`
    // Between 1 and 29 days ago, in whole seconds.
    const bought = () => new Date(Math.floor((now - DAY_MS - random.integer(0, 28 * 86_400) * 1000) / 1000) * 1000)
    const times = Array.from({ length: random.integer(0, 20) === 0 ? 2 : 1 }, bought)
    for (const at of times) pay(player, each.id, at)
    const last = new Date(Math.max(...times.map((at) => at.getTime())) + 30 * DAY_MS)
    owned.set(key, each.expiry_length === 0 ? `x${times.length}` : last.toISOString().replace(/\.\d+Z$/, 'Z'))
  }
  // What does not count: it has ended, or the money went back.
  for (let i = 0; i < 100; i++) {
    pay(900_000 + i, 1_001, new Date(now - 60 * DAY_MS))
    pay(910_000 + i, 1_000, new Date(now - DAY_MS), i % 2 === 0 ? 'Refund' : 'Chargeback')
  }
  const bans = [
    { id: 1, reason: 'fraud \u0007', user: { ign: 'griefer', uuid: '76561199999999999' } },
    { id: 2, ip: '203.0.113.9', user: {} },
  ]
  const coupons = Array.from({ length: 30 }, (_, i) => ({
    id: i,
    code: `CODE${i}`,
    effective: { type: i % 3 === 0 ? 'package' : 'cart', packages: [1_000 + (i % count)], categories: [] },
    discount: { type: i % 2 === 0 ? 'percentage' : 'value', percentage: 10, value: 2.5 },
    expire: { redeem_unlimited: i % 5 !== 0, expire_never: true, limit: 50 },
  }))
  const giftCards = Array.from({ length: 30 }, (_, i) => ({
    id: i,
    code: `${4_000_000_000_000_000 + i}`,
    balance: { starting: 50, remaining: 10 + i, currency: 'USD' },
    void: false,
  }))
  const store: TebexStore = { categories, packages, payments, bans, coupons, giftCards }
  return { store, owned }
}
