import { formatId } from '../../../server/src/ids.ts'
import { word } from '../scene.ts'
import {
  type PlantedSale,
  plantHeld,
  plantPaid,
  plantUnpaidRefund,
  plantProcessed,
  plantResent,
  plantRichSale,
  plantSale,
} from '../sales.ts'
import { plantBan, plantProduct, plantServer } from '../things.ts'
import { MANAGERS, type Setting, SUPPORTERS, type Table, VIEWERS } from './expectation.ts'

const commandOf = ({ deliveryId }: PlantedSale) => ({ deliveryId: formatId('cmd', deliveryId) })
const aCheckout = async (setting: Setting) => ({
  checkoutId: formatId('chk', (await plantRichSale(setting)).checkoutId),
})
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export const PURCHASES: Table = {
  listCheckouts: {
    may: VIEWERS,
    scope: 'checkouts:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    also: async (setting) => {
      const { productId, gameUserId, checkoutId } = await plantProcessed(setting)
      return [
        { productId: formatId('prd', productId) },
        { gameUserId },
        { state: 'paid' },
        { search: formatId('chk', checkoutId) },
        { search: gameUserId },
        { reference: setting.marker },
        { search: 'fal', state: 'paid' },
        { minTotalMinor: '1' },
        { maxTotalMinor: '100000', state: 'paid' },
        { from: daysFromNow(-1), to: daysFromNow(1) },
      ]
    },
  },
  getCheckout: {
    may: VIEWERS,
    scope: 'checkouts:read',
    status: 200,
    request: async (setting) => ({ params: await aCheckout(setting) }),
  },
  getDisputeEvidence: {
    may: VIEWERS,
    scope: 'checkouts:read',
    status: 200,
    request: async (setting) => ({ params: await aCheckout(setting) }),
  },
  getStatistics: {
    may: VIEWERS,
    scope: 'figures:read',
    status: 200,
    request: () => ({ query: { from: daysFromNow(-20), to: daysFromNow(1) } }),
  },
  createManualSale: {
    may: MANAGERS,
    scope: 'checkouts:write',
    status: 201,
    request: async (setting) => ({
      body: {
        gameUserId: word(setting),
        items: [{ productId: formatId('prd', await plantProduct(setting)) }],
        serverId: formatId('srv', (await plantServer(setting)).id),
      },
    }),
    named: { 'body/items/0/productId': 404, 'body/serverId': 404 },
    more: [
      {
        status: 201,
        request: async (setting) => ({
          body: { gameUserId: word(setting), items: [{ productId: formatId('prd', await plantProduct(setting)) }] },
        }),
        named: {},
      },
      {
        status: 409,
        request: async (setting) => ({
          body: {
            gameUserId: await plantBan(setting),
            items: [{ productId: formatId('prd', await plantProduct(setting)) }],
          },
        }),
        named: {},
      },
      {
        // Somebody who has it already, of what one can have a hundred of.
        status: 201,
        request: async (setting) => {
          const { gameUserId, productId } = await plantSale(setting)
          return { body: { gameUserId, items: [{ productId: formatId('prd', productId) }] } }
        },
        named: {},
      },
      {
        // A reference that was used: the first sale once more.
        status: 201,
        request: async (setting) => {
          const { gameUserId, productId, reference } = await plantSale(setting)
          return { body: { gameUserId, items: [{ productId: formatId('prd', productId) }], reference } }
        },
        named: {},
      },
    ],
  },
  refundCheckout: {
    may: MANAGERS,
    scope: 'checkouts:write',
    status: 200,
    request: async (setting) => ({ params: await aCheckout(setting), body: { moneyAlreadyReturned: true } }),
    more: [
      {
        status: 200,
        request: async (setting) => ({ params: { checkoutId: formatId('chk', await plantPaid(setting)) }, body: {} }),
      },
      {
        status: 200,
        request: async (setting) => ({
          params: { checkoutId: formatId('chk', await plantUnpaidRefund(setting)) },
          body: { moneyAlreadyReturned: true },
        }),
      },
      {
        status: 200,
        request: async (setting) => ({
          params: { checkoutId: formatId('chk', (await plantSale(setting)).checkoutId) },
          body: {},
        }),
      },
    ],
  },
  listDeliveries: {
    may: VIEWERS,
    scope: 'deliveries:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    also: async (setting) => {
      const { productId, gameUserId, checkoutId, server } = await plantHeld(setting)
      return [
        { productId: formatId('prd', productId) },
        { checkoutId: formatId('chk', checkoutId) },
        { serverId: formatId('srv', server.id) },
        { gameUserId },
        { state: 'pending' },
        { state: 'held' },
        { state: 'retrying' },
        { state: 'processed' },
        { state: 'cancelled' },
        { type: 'APPROVE' },
        { type: 'APPROVE', state: 'processed', gameUserId },
        { from: daysFromNow(-1), to: daysFromNow(1) },
      ]
    },
  },
  getDelivery: {
    may: VIEWERS,
    scope: 'deliveries:read',
    status: 200,
    request: async (setting) => ({ params: commandOf(await plantHeld(setting)) }),
  },
  listDeadLetters: {
    may: VIEWERS,
    scope: 'deliveries:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
  },
  listEntitlements: {
    may: VIEWERS,
    scope: 'players:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    also: async (setting) => {
      const { productId, gameUserId } = await plantProcessed(setting)
      return [
        { gameUserId },
        { productId: formatId('prd', productId) },
        { gameUserId, productId: formatId('prd', productId) },
      ]
    },
  },
  cancelDelivery: {
    may: SUPPORTERS,
    scope: 'deliveries:write',
    status: 200,
    request: async (setting) => ({ params: commandOf(await plantSale(setting)) }),
    more: [{ status: 409, request: async (setting) => ({ params: commandOf(await plantProcessed(setting)) }) }],
  },
  resendDelivery: {
    may: SUPPORTERS,
    scope: 'deliveries:write',
    status: 201,
    request: async (setting) => ({ params: commandOf(await plantProcessed(setting)) }),
    more: [
      { status: 409, request: async (setting) => ({ params: commandOf(await plantSale(setting)) }) },
      { status: 409, request: async (setting) => ({ params: commandOf(await plantResent(setting)) }) },
    ],
  },
  resolveDelivery: {
    may: SUPPORTERS,
    scope: 'deliveries:write',
    status: 200,
    request: async (setting) => ({ params: commandOf(await plantHeld(setting)), body: { resolution: 'delivered' } }),
    more: [
      {
        status: 200,
        request: async (setting) => ({ params: commandOf(await plantHeld(setting)), body: { resolution: 'retry' } }),
      },
    ],
  },
}
