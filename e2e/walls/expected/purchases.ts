import { randomInt } from 'node:crypto'
import { formatId } from '../../../server/src/ids.ts'
import { addBan, addProduct, addServer, connectSandbox } from '../fixtures/catalog.ts'
import { addPaidSale, addSaleWithDueRefund } from '../fixtures/payments.ts'
import {
  addDispatchedSale,
  addHeldSale,
  addLateReport,
  addProcessedSale,
  addRefundedSale,
  addRefundedSaleOfOwned,
  addResentSale,
  addResentSaleOfOwned,
  addSale,
  addSaleOfTwo,
} from '../fixtures/sales.ts'
import { daysFromNow, uniqueName } from '../store-context.ts'
import type { RequestContext, Table } from './expectation.ts'

const newSale = async (context: RequestContext) => ({
  gameUserId: uniqueName(context),
  items: [await addProduct(context)],
})
const repeatedSale = async (context: RequestContext) => {
  const { gameUserId, productId, reference } = await addSale(context)
  return { gameUserId, items: [{ productId }], reference }
}
const newCheckout = async (context: RequestContext) => ({
  ...(await newSale(context)),
  ...(await connectSandbox(context)),
  reference: uniqueName(context),
})
const isoDate = (days: number) => daysFromNow(days).toISOString()
const LAST_DAYS = { from: isoDate(-1), to: isoDate(1) }

export const PURCHASES: Table = {
  listCheckouts: {
    filters: async (context) => {
      // The sandbox calls its payment by the id of the checkout.
      const { productId, gameUserId, checkoutId } = await addPaidSale(context)
      return [
        { productId },
        { gameUserId },
        { state: 'paid' },
        { search: formatId('chk', checkoutId) },
        { search: gameUserId },
        { reference: context.marker },
        { search: 'fal', state: 'paid' },
        { minTotalMinor: '1' },
        { maxTotalMinor: '100000', state: 'paid' },
        LAST_DAYS,
      ]
    },
  },
  getStatistics: { query: { from: isoDate(-20), to: isoDate(1) } },
  createManualSale: {
    body: async (context) => ({ ...(await newSale(context)), serverId: (await addServer(context)).serverId }),
    others: [
      { body: newSale },
      { status: 409, body: async (context) => ({ ...(await newSale(context)), ...(await addBan(context)) }) },
      // The player owns the product already and can buy it again.
      { body: async (context) => ({ ...(await repeatedSale(context)), reference: null }) },
      // The reference is used, so the response is the first sale.
      { body: repeatedSale },
    ],
  },
  openCheckout: {
    body: async (context) => ({ ...(await newCheckout(context)), serverId: (await addServer(context)).serverId }),
    others: [
      { body: newCheckout },
      { status: 409, body: async (context) => ({ ...(await newCheckout(context)), ...(await addBan(context)) }) },
      // The reference belongs to a checkout that was paid.
      { status: 409, body: async (context) => ({ ...(await newCheckout(context)), ...(await repeatedSale(context)) }) },
    ],
  },
  previewRefund: { others: [{ params: addSaleOfTwo, query: { lines: '1' } }, { params: addResentSaleOfOwned }] },
  refundCheckout: {
    body: { moneyAlreadyReturned: true },
    others: [
      { params: addPaidSale, body: {} },
      { params: addSaleWithDueRefund },
      { params: addSale, body: {} },
      { params: addSaleOfTwo, body: { lines: [1] } },
      { params: addResentSaleOfOwned },
      // A client of MTA that has the purchase already.
      { params: (context) => addDispatchedSale(context, String(randomInt(2 ** 40)), { profile: 'mta' }) },
    ],
  },
  listDeliveries: {
    filters: async (context) => {
      const { productId, gameUserId, checkoutId, serverId } = await addHeldSale(context)
      return [
        { productId },
        { checkoutId },
        { serverId },
        { gameUserId },
        ...['pending', 'held', 'retrying', 'processed', 'cancelled'].map((state) => ({ state })),
        { type: 'APPROVE' },
        { type: 'APPROVE', state: 'processed', gameUserId },
        LAST_DAYS,
      ]
    },
  },
  listEntitlements: {
    filters: async (context) => {
      const { productId, gameUserId } = await addProcessedSale(context)
      return [{ gameUserId }, { productId }, { gameUserId, productId }]
    },
  },
  listSubscriptions: { filters: [{ state: 'active' }, { search: 'a' }] },
  cancelDelivery: { params: addSale, others: [{ status: 409, params: addProcessedSale }] },
  resendDelivery: {
    params: addProcessedSale,
    others: [
      { status: 409, params: addSale },
      { status: 409, params: addResentSale },
      { params: addRefundedSale },
      { status: 409, params: addRefundedSaleOfOwned },
    ],
  },
  resolveDelivery: {
    body: { resolution: 'delivered' },
    others: [{ body: { resolution: 'retry' } }, { params: addLateReport }],
  },
}
