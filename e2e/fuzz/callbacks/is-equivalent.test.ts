import { expect, test } from 'vitest'
import { type CallbackParts, withHeader } from './callback-parts.ts'
import { isEquivalent } from './is-equivalent.ts'

const HEX = 'ab'.repeat(32)
const BODY = Buffer.from('{"type":"payment","data":{"id":"77"},"live_mode":true}')

const STRIPE: CallbackParts = {
  provider: 'stripe',
  path: '/api/payments/1.0/stripe/sto_1',
  query: '',
  headers: [['stripe-signature', `t=1700000000,v1=${HEX}`]],
  body: BODY,
}
const MERCADOPAGO: CallbackParts = {
  provider: 'mercadopago',
  path: '/api/payments/1.0/mercadopago/sto_1',
  query: 'data.id=77&type=payment',
  headers: [
    ['x-request-id', 'r1'],
    ['x-signature', `ts=1700000000,v1=${HEX}`],
  ],
  body: BODY,
}

test('a change of parts that are not signed is equivalent', () => {
  for (const same of [
    { ...STRIPE, headers: [['STRIPE-SIGNATURE', ` t=1700000000,v1=${HEX}\t`]] } satisfies CallbackParts,
    { ...STRIPE, path: '/api/payments/1.0/stripe/%73to_1', query: 'a=b', chunked: true },
    withHeader(STRIPE, 'stripe-signature', `t=1700000000,v1=${'0'.repeat(64)},v1=${HEX},v0=x`),
  ]) {
    expect(isEquivalent(STRIPE, same)).toBe(true)
  }
  for (const same of [
    { ...MERCADOPAGO, body: Buffer.from('{ "data": { "id": 77 } }') },
    { ...MERCADOPAGO, query: 'type=payment&more=1&data.id=77' },
    withHeader(MERCADOPAGO, 'x-signature', `v1=${HEX} , ts=1700000000`),
  ]) {
    expect(isEquivalent(MERCADOPAGO, same)).toBe(true)
  }
})

test('a change of signed parts, or a body that contradicts them, is not equivalent', () => {
  for (const altered of [
    { ...STRIPE, body: Buffer.concat([BODY, Buffer.from(' ')]) },
    { ...STRIPE, path: '/api/payments/1.0/stripe/sto_2' },
    { ...STRIPE, method: 'PUT' },
    { ...STRIPE, headers: [...STRIPE.headers, ...STRIPE.headers] },
    { ...STRIPE, headers: [] },
    withHeader(STRIPE, 'stripe-signature', `t=+1700000000,v1=${HEX}`),
    withHeader(STRIPE, 'stripe-signature', `t=1700000000,t=1700000000,v1=${HEX}`),
    withHeader(STRIPE, 'stripe-signature', `t=1700000000,v1=${HEX}=`),
    withHeader(STRIPE, 'stripe-signature', `t=1700000000,v1=${HEX.toUpperCase()}`),
  ]) {
    expect(isEquivalent(STRIPE, altered)).toBe(false)
  }
  for (const altered of [
    { ...MERCADOPAGO, body: Buffer.from('{"type":"payment","data":{"id":"78"}}') },
    { ...MERCADOPAGO, body: Buffer.from('{"type":"plan","data":{"id":"77"}}') },
    { ...MERCADOPAGO, body: Buffer.from('[]') },
    { ...MERCADOPAGO, body: Buffer.alloc(0) },
    { ...MERCADOPAGO, query: 'data.id=78&type=payment' },
    { ...MERCADOPAGO, query: 'data.id=77&data.id=77&type=payment' },
    { ...MERCADOPAGO, query: 'data.id=77' },
    withHeader(MERCADOPAGO, 'x-request-id', 'r2'),
    withHeader(MERCADOPAGO, 'x-signature', `ts=1700000000,ts=1,v1=${HEX}`),
  ]) {
    expect(isEquivalent(MERCADOPAGO, altered)).toBe(false)
  }
})
