import { afterEach, expect, test } from 'vitest'
import type { ReaderDb } from '../../db/database.ts'
import { type CheckoutId, newId, type StoreId } from '../../ids.ts'
import { type OrderWatch, watchOrders } from './watch-orders.ts'

const watches: OrderWatch[] = []
afterEach(() => watches.splice(0).forEach(({ stop }) => stop()))

function openWatch() {
  const watch = watchOrders({} as ReaderDb, () => undefined)
  watches.push(watch)
  const newOrder = () => ({ storeId: newId<StoreId>(), checkoutId: newId<CheckoutId>() })
  const add = (address: string, order = newOrder()) =>
    watch.add(order, { address, onVersion: () => undefined, onEnd: () => undefined })
  const addMany = (count: number, addressOf: (i: number) => string, order?: ReturnType<typeof newOrder>) =>
    Array.from({ length: count }, (_, i) => add(addressOf(i), order)).filter((added) => added !== undefined)
  return { add, addMany, newOrder }
}

test('one network watches 100 orders, and another one still can', () => {
  const { add, addMany } = openWatch()
  const watching = addMany(150, () => '198.51.100.7')
  expect(watching).toHaveLength(100)
  expect(add('203.0.113.9')).toBeDefined()
  watching[0]?.remove()
  watching[0]?.remove()
  expect(add('198.51.100.7')).toBeDefined()
  expect(add('198.51.100.7')).toBeUndefined()
})

test('the addresses of an IPv6 /64 are one network, and a large network has eight times as many places', () => {
  const { addMany } = openWatch()
  expect(addMany(150, (i) => `2001:db8:1:1::${i.toString(16)}`)).toHaveLength(100)
  expect(addMany(1_000, (i) => `2001:db8:2:${i.toString(16)}::1`)).toHaveLength(800)
})

test('one order is watched from 20 places', () => {
  const { addMany, newOrder } = openWatch()
  expect(addMany(30, (i) => `198.51.${i}.1`, newOrder())).toHaveLength(20)
})
