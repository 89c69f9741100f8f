import type { Manage } from '@quartermaster/sdk'
import { type Database, inStore, type Tx } from '../../db/database.ts'
import { formatId, type RedeliveryId, type StoreId } from '../../ids.ts'
import { listRedeliveries } from '../../redelivery/list-redeliveries.ts'
import { previewRedelivery } from '../../redelivery/plan-redelivery.ts'
import type { Choice, RedeliveryState } from '../../redelivery/redelivery.ts'
import { type RedeliveryRow, showRedelivery } from '../../redelivery/show-redelivery.ts'
import { startRedelivery } from '../../redelivery/start-redelivery.ts'
import { stopRedelivery } from '../../redelivery/stop-redelivery.ts'
import type { Tally } from '../../redelivery/tally.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

type Chosen = { storeId: StoreId; choice: Choice }
type Key = { storeId: StoreId; redeliveryId: RedeliveryId }

export type ShownTally = Manage.RedeliveryCounts
type ShownRow = {
  id: string
  state: RedeliveryState
  createdAt: Date
  finishedAt: Date | null
  createdBy: string
}

export type RedeliveryDesk = {
  /** The dry run. */
  plan: (chosen: Chosen) => Promise<ShownTally>
  start: (chosen: Chosen) => Promise<{ id: string }>
  list: (wanted: { storeId: StoreId; most: number }) => Promise<ShownRow[]>
  show: (key: Key) => Promise<ShownRow & ShownTally>
  stop: (key: Key) => Promise<{ state: RedeliveryState }>
}

export function localRedeliveries({ app }: Database): RedeliveryDesk {
  const within = <T>(storeId: StoreId, work: (tx: Tx) => Promise<T>) => inStore(app, storeId, work)
  return {
    plan: async (chosen) => tallyToShown(await within(chosen.storeId, (tx) => previewRedelivery(tx, chosen))),
    async start(chosen) {
      const subject = (made: RedeliveryId) => formatId('rdl', made)
      const deed = { storeId: chosen.storeId, action: 'startRedelivery', subject }
      const id = await byHand(app, deed, (tx) => startRedelivery(tx, { ...chosen, by: 'command line' }))
      return { id: formatId('rdl', id) }
    },
    list: async (wanted) => (await within(wanted.storeId, (tx) => listRedeliveries(tx, wanted))).map(rowToShown),
    async show(key) {
      const found = await within(key.storeId, (tx) => showRedelivery(tx, key))
      return { ...rowToShown(found), ...tallyToShown(found) }
    },
    async stop(key) {
      const deed = { storeId: key.storeId, action: 'stopRedelivery', subject: formatId('rdl', key.redeliveryId) }
      return { state: await byHand(app, deed, (tx) => stopRedelivery(tx, key)) }
    },
  }
}

export function remoteRedeliveries({ manage, storeId: storeOf }: RemoteStore): RedeliveryDesk {
  const chosenOf = async ({ storeId, choice }: Chosen) => ({ storeId: await storeOf(storeId), ...choiceToWire(choice) })
  const whole = async ({ storeId, redeliveryId }: Key) => ({
    storeId: await storeOf(storeId),
    redeliveryId: formatId('rdl', redeliveryId),
  })
  return {
    plan: async (chosen) => manage.previewRedelivery(await chosenOf(chosen)),
    async start(chosen) {
      const { id } = await manage.startRedelivery(await chosenOf(chosen))
      return { id }
    },
    async list({ storeId, most }) {
      return (await upTo(most, manage.listRedeliveries.each({ storeId: await storeOf(storeId) }))).map(wireToShown)
    },
    async show(key) {
      const { tally, ...row } = await manage.getRedelivery(await whole(key))
      return { ...wireToShown(row), ...tally }
    },
    async stop(key) {
      const { state } = await manage.stopRedelivery(await whole(key))
      return { state }
    },
  }
}

function choiceToWire({ productIds, serverIds, gameUserIds, purchasedFrom, purchasedUntil, wipedAt }: Choice) {
  return {
    ...(productIds && { productIds: productIds.map((id) => formatId('prd', id)) }),
    ...(serverIds && { serverIds: serverIds.map((id) => formatId('srv', id)) }),
    ...(gameUserIds && { gameUserIds }),
    ...(purchasedFrom && { purchasedFrom: purchasedFrom.toISOString() }),
    ...(purchasedUntil && { purchasedUntil: purchasedUntil.toISOString() }),
    ...(wipedAt && { wipedAt: wipedAt.toISOString() }),
  }
}

function rowToShown({ id, state, createdAt, finishedAt, createdBy }: RedeliveryRow): ShownRow {
  return { id: formatId('rdl', id), state, createdAt, finishedAt, createdBy }
}

function wireToShown({ id, state, createdAt, finishedAt, createdBy }: Manage.RedeliveryRow): ShownRow {
  return { id, state, createdAt: readDate(createdAt), finishedAt: readDate(finishedAt), createdBy }
}

function tallyToShown({ elements, entitlements, players, skipped, counts }: Tally): ShownTally {
  return {
    elements,
    entitlements,
    players,
    skipped,
    counts: counts.map(({ productId, serverId, ...count }) => ({
      productId: formatId('prd', productId),
      serverId: formatId('srv', serverId),
      ...count,
    })),
  }
}
