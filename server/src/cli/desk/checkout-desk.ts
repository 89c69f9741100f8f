import type { Manage } from '@quartermaster/sdk'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import { type CheckoutProgress, checkoutProgress } from '../../checkouts/read/checkout-progress.ts'
import type { Item } from '../../checkouts/buy/freeze-lines.ts'
import { type FoundCheckout, searchCheckouts } from '../../checkouts/read/search-checkouts.ts'
import { sell, type Sold as SoldHere } from '../../checkouts/buy/sell.ts'
import { storeOfCheckout } from '../../checkouts/read/store-of-checkout.ts'
import type { Config } from '../../config.ts'
import { type Database, inStore, type Tx } from '../../db/database.ts'
import { type CheckoutId, formatId, type GameServerId, type StoreId } from '../../ids.ts'
import { toDecimal } from '../../money.ts'
import { hasPayment } from '../../payments/has-payment.ts'
import { recordManualRefund } from '../../payments/record-manual-refund.ts'
import { refundPayment } from '../../payments/refund-payment.ts'
import { byHand, noteByHand } from '../by-hand.ts'
import { loadPayments } from '../with-payments.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

/** Operators may name a checkout alone. */
type CheckoutKey = { checkoutId: CheckoutId; storeId?: StoreId }
type Sale = {
  storeId: StoreId
  gameUserId: string
  items: Item[]
  serverId: GameServerId | null
  reference: string | null
}
type CheckoutFilter = { storeId: StoreId; most: number; state?: CheckoutState; gameUserId?: string }

type CheckoutDetails = Omit<FoundCheckout, 'id' | 'totalMinor'> & { id: string; total: number }
type Sold = { checkoutId: string; deliveryIds: string[] }
type Refunded = { lines: number[]; cancelledDeliveryIds: string[]; deliveryIds: string[] }

export type CheckoutDesk = {
  /** The newest ones. */
  list: (filter: CheckoutFilter) => Promise<CheckoutDetails[]>
  show: (key: CheckoutKey) => Promise<CheckoutProgress>
  sell: (sale: Sale) => Promise<Sold>
  refund: (wanted: CheckoutKey & { lineNos?: number[]; moneyAlreadyReturned: boolean }) => Promise<Refunded>
}

export function localCheckouts(database: Database, config: Config): CheckoutDesk {
  const { app, reader } = database
  const whole = async ({ checkoutId, storeId }: CheckoutKey) => ({
    checkoutId,
    storeId: storeId ?? (await storeOfCheckout(reader, checkoutId)),
  })
  return {
    async list({ most, ...filter }) {
      return inStore(app, filter.storeId, async (tx) => {
        const found: FoundCheckout[] = []
        for (let after: CheckoutId | null | undefined; after !== null && found.length < most;) {
          const page = await searchCheckouts(tx, { ...filter, most: most - found.length, ...(after && { after }) })
          found.push(...page.checkouts)
          after = page.next
        }
        return found.map(({ id, totalMinor, ...row }) => ({
          id: formatId('chk', id),
          ...row,
          total: toDecimal(totalMinor, row.currency),
        }))
      })
    },
    show: async (key) => checkoutProgress(app, await whole(key)),
    async sell(sale) {
      const deed = {
        storeId: sale.storeId,
        action: 'createManualSale',
        subject: (sold: SoldHere) => formatId('chk', sold.checkoutId),
      }
      const { checkoutId, deliveryIds } = await byHand(app, deed, (tx) => sell(tx, sale))
      return { checkoutId: formatId('chk', checkoutId), deliveryIds: deliveryIds.map((id) => formatId('cmd', id)) }
    },
    async refund({ lineNos, moneyAlreadyReturned, ...key }) {
      const wanted = { ...(await whole(key)), ...(lineNos && { lineNos }) }
      const isPaidThere = !moneyAlreadyReturned && (await hasPayment(app, wanted))
      const deed = { storeId: wanted.storeId, action: 'refundCheckout', subject: formatId('chk', wanted.checkoutId) }
      const alongside = (tx: Tx) => noteByHand(tx, deed)
      const done = isPaidThere
        ? await refundPayment(await loadPayments(database, config), { ...wanted, alongside })
        : await byHand(app, deed, (tx) => recordManualRefund(tx, wanted))
      return {
        lines: done.lineNos,
        cancelledDeliveryIds: done.cancelledIds.map((id) => formatId('cmd', id)),
        deliveryIds: done.deliveryIds.map((id) => formatId('cmd', id)),
      }
    },
  }
}

export function remoteCheckouts({ manage, storeId: storeOf }: RemoteStore): CheckoutDesk {
  const whole = async ({ checkoutId, storeId }: CheckoutKey) => ({
    checkoutId: formatId('chk', checkoutId),
    storeId: await storeOf(storeId),
  })
  return {
    async list({ storeId: named, most, ...filter }) {
      const found = manage.listCheckouts.each({ storeId: await storeOf(named), ...filter })
      return (await upTo(most, found)).map(wireToShown)
    },
    async show(named) {
      const key = await whole(named)
      const [checkout, store] = await Promise.all([manage.getCheckout(key), manage.getStore({ storeId: key.storeId })])
      return progressOf(checkout, store)
    },
    async sell({ storeId: named, items, serverId, ...sale }) {
      const { id, deliveryIds } = await manage.createManualSale({
        storeId: await storeOf(named),
        ...sale,
        items: items.map(({ productId, quantity }) => ({ productId: formatId('prd', productId), quantity })),
        serverId: serverId === null ? null : formatId('srv', serverId),
      })
      return { checkoutId: id, deliveryIds }
    },
    async refund({ lineNos, moneyAlreadyReturned, ...key }) {
      const { id: _id, ...done } = await manage.refundCheckout({
        ...(await whole(key)),
        ...(lineNos && { lines: lineNos }),
        moneyAlreadyReturned,
      })
      return done
    },
  }
}

function wireToShown({
  totalMinor,
  createdAt,
  paidAt,
  refundedAt,
  disputedAt,
  ...row
}: Manage.CheckoutRow): CheckoutDetails {
  return {
    ...row,
    total: toDecimal(totalMinor, row.currency),
    createdAt: readDate(createdAt),
    paidAt: readDate(paidAt),
    refundedAt: readDate(refundedAt),
    disputedAt: readDate(disputedAt),
  }
}

function progressOf(checkout: Manage.Checkout, store: Manage.ManagedStore): CheckoutProgress {
  const { gameUserId, state, currency, totalMinor, lines, commands } = checkout
  const approves = commands.filter(({ type }) => type === 'APPROVE')
  return {
    storeName: store.name,
    isTest: store.mode === 'test',
    gameUserId,
    state,
    currency,
    total: toDecimal(totalMinor, currency),
    lines: lines.map(({ name, quantity, priceMinor }) => ({ name, quantity, price: toDecimal(priceMinor, currency) })),
    waiting: approves.filter((command) => ['pending', 'retrying', 'held'].includes(command.state)).length,
    delivered: approves.filter((command) => command.state === 'processed').length,
  }
}
