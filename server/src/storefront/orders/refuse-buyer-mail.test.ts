import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from '../../../test/storefront/visit-store.ts'
import { inStore } from '../../db/database.ts'
import { type CheckoutId, newId } from '../../ids.ts'
import { setLimit } from '../../stores/limits.ts'
import { queueReceipts } from './queue-receipts.ts'
import { refuseBuyerMail } from './refuse-buyer-mail.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const { app, reader, accounts } = store.database
const sendReceipts = () => queueReceipts({ app, reader, accounts, sealer: store.payments.sealer })
const countMails = async (recipient: string) =>
  (await store.query('select from mails where recipient = $1', [recipient])).length
/** Nothing that was refused waits any longer. */
const waitForRetry = () => store.query('update checkout_buyers set mail_after = now() where mail_after > now()')

/** A store in which somebody types addresses again and again. */
async function openMailingStore() {
  const shop = await openVisitedStore(store)
  return {
    ...shop,
    /** Returns the page of the newest order. */
    buy: async (email: string, { times = 1, isMember = true } = {}) => {
      const browser = shop.newBrowser()
      let order = ''
      for (let i = 0; i < times; i++) {
        const buyer = shop.newBrowser()
        await buyer.add()
        await buyer.post('/who', { name: `player${i}` })
        const address = email.replace('N', String(i))
        if (isMember) await shop.addMember(address)
        order = (await buyer.pay((await buyer.checkout({ email: address })).location)).location
      }
      return async () => (await browser.get(order)).text
    },
  }
}

test('a test store sends no e-mail to an address that a buyer typed, and the page of the order says so', async () => {
  const shop = await openMailingStore()
  const foreign = await shop.buy('victim@bank.example', { isMember: false })
  const own = await shop.buy('tester@vale.example')
  await sendReceipts()
  expect([await countMails('victim@bank.example'), await countMails('tester@vale.example')]).toEqual([0, 1])
  expect(await foreign()).toContain('This is a test store, which sends e-mails to its staff only.')
  expect(await own()).not.toContain('sends e-mails to its staff only')
  const storeId = await store.createStore()
  const order = { storeId, checkoutId: newId<CheckoutId>(), to: 'victim@bank.example' }
  expect(await inStore(app, storeId, (tx) => refuseBuyerMail(tx, store.payments.sealer, order))).toBeUndefined()
})

test('an address gets 20 e-mails at once, from all stores together, and what waits is sent later', async () => {
  const [one, two] = [await openMailingStore(), await openMailingStore()]
  await one.buy('mailbox+N@vale.example', { times: 14 })
  const last = await two.buy('mailbox+xN@vale.example', { times: 10 })
  await sendReceipts()
  const sent = async () => (await store.query("select from mails where recipient like 'mailbox+%'")).length
  expect(await sent()).toBe(20)
  expect(await last()).toContain('Many e-mails were sent, so the one to')
  await sendReceipts()
  expect(await sent()).toBe(20)
  await waitForRetry()
  await store.query('delete from checkout_limits')
  await sendReceipts()
  expect(await sent()).toBe(24)
  expect(await last()).not.toContain('Many e-mails were sent')
})

test('a store that has used up its share waits, and another one does not', async () => {
  const [loud, quiet] = [await openMailingStore(), await openMailingStore()]
  await loud.buy('loudN@vale.example', { times: 4 })
  await quiet.buy('quiet@vale.example')
  await store.query('delete from mails')
  await setLimit(accounts, { plan: '*', name: 'mails_per_hour', maximum: 4 })
  await sendReceipts()
  await setLimit(accounts, { plan: '*', name: 'mails_per_hour', maximum: 500 })
  const ofLoud = (await store.query("select from mails where recipient like 'loud%'")).length
  expect([ofLoud, await countMails('quiet@vale.example')]).toEqual([2, 1])
})
