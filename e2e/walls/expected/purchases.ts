import { formatId } from '../../../server/src/ids.ts'
import { addBan, addProduct, addServer } from '../fixtures/catalog.ts'
import { addPaidSale, addSaleWithDueRefund, addSaleWithHistory } from '../fixtures/payments.ts'
import { addHeldSale, addProcessedSale, addResentSale, addSale, type Sale } from '../fixtures/sales.ts'
import { daysFromNow, uniqueName } from '../store-context.ts'
import { LIST, managers, other, type RequestContext, supporters, type Table, viewers } from './expectation.ts'

const deliveryOf = (add: (context: RequestContext) => Promise<Sale>) => async (context: RequestContext) => ({
  deliveryId: formatId('cmd', (await add(context)).deliveryId),
})
const checkoutOf = (add: (context: RequestContext) => Promise<Sale | Sale['checkoutId']>) => {
  return async (context: RequestContext) => {
    const added = await add(context)
    return { checkoutId: formatId('chk', typeof added === 'object' ? added.checkoutId : added) }
  }
}
const checkout = checkoutOf(addSaleWithHistory)
const items = async (context: RequestContext) => [{ productId: formatId('prd', await addProduct(context)) }]
const repeatSale = ({ gameUserId, productId }: Sale) => ({
  gameUserId,
  items: [{ productId: formatId('prd', productId) }],
})
const isoDate = (days: number) => daysFromNow(days).toISOString()
const LAST_DAYS = { from: isoDate(-1), to: isoDate(1) }

export const PURCHASES: Table = {
  listCheckouts: viewers('checkouts:read', 200, LIST, {
    filters: async (context) => {
      const { productId, gameUserId, checkoutId } = await addProcessedSale(context)
      return [
        { productId: formatId('prd', productId) },
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
  }),
  getCheckout: viewers('checkouts:read', 200, { params: checkout }),
  getDisputeEvidence: viewers('checkouts:read', 200, { params: checkout }),
  getStatistics: viewers('statistics:read', 200, { query: { from: isoDate(-20), to: isoDate(1) } }),
  createManualSale: managers(
    'checkouts:write',
    201,
    {
      body: async (context) => ({
        gameUserId: uniqueName(context),
        items: await items(context),
        serverId: formatId('srv', (await addServer(context)).id),
      }),
    },
    {
      idsInBody: { 'body/items/0/productId': 404, 'body/serverId': 404 },
      others: [
        other(201, { body: async (context) => ({ gameUserId: uniqueName(context), items: await items(context) }) }),
        other(409, { body: async (context) => ({ gameUserId: await addBan(context), items: await items(context) }) }),
        // The player owns the product already and can buy it again.
        other(201, { body: async (context) => repeatSale(await addSale(context)) }),
        // The reference is used, so the response is the first sale.
        other(201, {
          body: async (context) => {
            const sale = await addSale(context)
            return { ...repeatSale(sale), reference: sale.reference }
          },
        }),
      ],
    },
  ),
  refundCheckout: managers(
    'checkouts:write',
    200,
    { params: checkout, body: { moneyAlreadyReturned: true } },
    {
      others: [
        other(200, { params: checkoutOf(addPaidSale), body: {} }),
        other(200, { params: checkoutOf(addSaleWithDueRefund), body: { moneyAlreadyReturned: true } }),
        other(200, { params: checkoutOf(addSale), body: {} }),
      ],
    },
  ),
  listDeliveries: viewers('deliveries:read', 200, LIST, {
    filters: async (context) => {
      const { productId, gameUserId, checkoutId, server } = await addHeldSale(context)
      return [
        { productId: formatId('prd', productId) },
        { checkoutId: formatId('chk', checkoutId) },
        { serverId: formatId('srv', server.id) },
        { gameUserId },
        ...['pending', 'held', 'retrying', 'processed', 'cancelled'].map((state) => ({ state })),
        { type: 'APPROVE' },
        { type: 'APPROVE', state: 'processed', gameUserId },
        LAST_DAYS,
      ]
    },
  }),
  getDelivery: viewers('deliveries:read', 200, { params: deliveryOf(addHeldSale) }),
  listDeadLetters: viewers('deliveries:read', 200, LIST),
  listEntitlements: viewers('players:read', 200, LIST, {
    filters: async (context) => {
      const { productId: id, gameUserId } = await addProcessedSale(context)
      const productId = formatId('prd', id)
      return [{ gameUserId }, { productId }, { gameUserId, productId }]
    },
  }),
  cancelDelivery: supporters(
    'deliveries:write',
    200,
    { params: deliveryOf(addSale) },
    { others: [other(409, { params: deliveryOf(addProcessedSale) })] },
  ),
  resendDelivery: supporters(
    'deliveries:write',
    201,
    { params: deliveryOf(addProcessedSale) },
    {
      others: [other(409, { params: deliveryOf(addSale) }), other(409, { params: deliveryOf(addResentSale) })],
    },
  ),
  resolveDelivery: supporters(
    'deliveries:write',
    200,
    { params: deliveryOf(addHeldSale), body: { resolution: 'delivered' } },
    { others: [other(200, { params: deliveryOf(addHeldSale), body: { resolution: 'retry' } })] },
  ),
}
