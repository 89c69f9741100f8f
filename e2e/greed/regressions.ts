import type { Items, Sequence, Step } from './steps.ts'

type Opening = Extract<Step, { do: 'open' }>

const open = (order: number, items: Items, more: Partial<Opening> = {}): Step => ({
  do: 'open',
  order,
  browser: 0,
  isFresh: true,
  player: 0,
  recipient: null,
  items,
  code: false,
  card: false,
  provider: 'stripe',
  ...more,
})
const pay = (order: number, callbacks = 1): Step => ({ do: 'pay', order, callbacks })
const inTurn = (...steps: Step[]): Sequence => steps.map((step) => [step])

/** The smallest sequences of faults that the product once had. They are played first. */
export const REGRESSIONS: Record<string, Sequence> = {
  'a replaced order keeps the gift card': inTurn(
    open(1, { potion: 2 }, { card: true }),
    open(2, { potion: 2 }, { card: true, isFresh: false, provider: 'mercadopago' }),
    pay(1),
    pay(2),
  ),
  'a replaced order keeps the last piece': inTurn(
    open(1, { scarce: 2 }),
    open(2, { scarce: 2 }, { isFresh: false, provider: 'mercadopago' }),
    pay(1),
    pay(2),
  ),
  'a replaced order keeps the coupon': inTurn(
    open(1, { hat: 1 }, { code: true }),
    open(2, { hat: 1 }, { code: true, isFresh: false, provider: 'mercadopago' }),
    pay(1),
    pay(2),
  ),
  'a replaced order keeps the limit': inTurn(
    open(1, { single: 1 }),
    open(2, { single: 1 }, { isFresh: false, provider: 'mercadopago' }),
    pay(1),
    pay(2),
  ),
  'a lower tier is withdrawn after it was credited': inTurn(
    open(1, { knight: 1 }),
    pay(1),
    open(2, { king: 1 }, { browser: 1 }),
    { do: 'withdraw', order: 1 },
    pay(2),
  ),
  'withdrawn while the game runs it': inTurn(
    open(1, { potion: 1 }),
    pay(1),
    { do: 'fetch' },
    { do: 'withdraw', order: 1 },
  ),
  'the coupon reduces every period': inTurn(open(1, { patron: 1 }, { code: true }), pay(1), { do: 'renew', order: 1 }),
  "an unpaid order uses up somebody else's limit": inTurn(
    open(1, { single: 1 }),
    open(2, { single: 1 }, { browser: 1 }),
    pay(2),
  ),
  "an unpaid order uses up somebody else's coupon": inTurn(
    open(1, { hat: 1 }, { code: true }),
    open(2, { hat: 1 }, { code: true, browser: 1 }),
    pay(2),
  ),
  'more than the stock': inTurn(
    open(1, { scarce: 2 }),
    { do: 'sell', order: 2, player: 1, items: { scarce: 1 }, code: false },
    pay(1),
  ),
  'twice the limit': inTurn(open(1, { single: 1 }), pay(1), open(2, { single: 1 }, { browser: 1 }), pay(2)),
  'twice the coupon': inTurn(
    open(1, { hat: 1 }, { code: true }),
    pay(1),
    open(2, { hat: 1 }, { code: true, browser: 1 }),
    pay(2),
  ),
  'one gift card in two browsers': [
    [open(1, { potion: 2 }, { card: true }), open(2, { potion: 2 }, { card: true, browser: 1 })],
    [pay(1), pay(2)],
  ],
  'the gift card of an expired order': inTurn(open(1, { potion: 2 }, { card: true }), { do: 'expire', order: 1 }),
  'a lower tier is refunded after it was credited': inTurn(
    open(1, { knight: 1 }),
    pay(1),
    open(2, { king: 1 }, { browser: 1 }),
    pay(2),
    { do: 'refund', order: 1, line: null },
  ),
  'the provider returns all': inTurn(
    open(1, { hat: 1 }),
    pay(1),
    { do: 'fetch' },
    { do: 'return', order: 1, amount: null },
  ),
  'a dispute': inTurn(open(1, { hat: 1 }), pay(1), { do: 'fetch' }, { do: 'dispute', order: 1, to: 'open' }),
  'paid twice': inTurn(open(1, { hat: 1 }, { provider: 'mercadopago' }), pay(1), pay(1)),
  'a gift card is bought and refunded': inTurn(open(1, { voucher: 1 }), pay(1), { do: 'refund', order: 1, line: null }),
  'a gift card pays and gets its part back': inTurn(open(1, { hat: 1, potion: 2 }, { card: true }), pay(1), {
    do: 'refund',
    order: 1,
    line: null,
  }),
  'two unpaid orders for one limit': inTurn(
    open(1, { single: 1 }),
    open(2, { single: 1 }, { browser: 1 }),
    pay(1),
    pay(2),
  ),
  'two unpaid orders for one use of the coupon': inTurn(
    open(1, { hat: 1 }, { code: true }),
    open(2, { hat: 1 }, { code: true, browser: 1 }),
    pay(1),
    pay(2),
  ),
  'late money for an order that was replaced': inTurn(
    open(1, { hat: 1 }, { provider: 'mercadopago' }),
    open(2, { potion: 1 }, { isFresh: false }),
    pay(1),
  ),
}
