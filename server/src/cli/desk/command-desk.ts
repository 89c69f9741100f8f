import type { Manage } from '@quartermaster/sdk'
import { resendDelivery } from '../../redelivery/resend-delivery.ts'
import { type Resolution, resolveDelivery } from '../../redelivery/resolve-delivery.ts'
import type { Database } from '../../db/database.ts'
import { cancelDelivery } from '../../delivery/ledger/cancel-delivery.ts'
import type { DeliveryState, DeliveryType } from '../../delivery/delivery.ts'
import { listDeliveries } from '../../delivery/read/list-deliveries.ts'
import type { DeliveryRow } from '../../delivery/read/read-deliveries.ts'
import { showDelivery } from '../../delivery/read/show-delivery.ts'
import { storeOfDelivery } from '../../delivery/read/store-of-delivery.ts'
import { type CheckoutId, type DeliveryId, formatId, type GameServerId, type StoreId } from '../../ids.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

/** Operators may name a command alone; naming its store makes the search quick on a large platform. */
export type CommandKey = { deliveryId: DeliveryId; storeId?: StoreId }
type DeliveryFilter = {
  storeId: StoreId
  most: number
  state?: DeliveryState
  serverId?: GameServerId
  checkoutId?: CheckoutId
  gameUserId?: string
}

type ShownCommand = {
  id: string
  state: DeliveryState
  deliveryType: DeliveryType
  gameUserId: string
  checkoutId: string
  serverId: string | null
  createdAt: Date
  dispatchedAt: Date | null
  finishedAt: Date | null
  retryAt: Date | null
  receipt: string | null
  done: number
  products: { name: string; commands: string[] }[]
}
export type ShownCommandHistory = ShownCommand & {
  attempts: {
    attempt: number
    outcome: string
    done: number
    reason: string
    output: string | null
    reportedAt: Date
  }[]
}

export type CommandDesk = {
  list: (filter: DeliveryFilter) => Promise<ShownCommand[]>
  show: (key: CommandKey) => Promise<ShownCommandHistory>
  cancel: (key: CommandKey) => Promise<{ wasDispatched: boolean }>
  resend: (key: CommandKey) => Promise<{ id: string }>
  settle: (key: CommandKey & { as: Resolution }) => Promise<{ state: 'processed' | 'pending' }>
}

export function localCommands({ app, reader }: Database): CommandDesk {
  const whole = async ({ deliveryId, storeId }: CommandKey) => ({
    deliveryId,
    storeId: storeId ?? (await storeOfDelivery(reader, deliveryId)),
  })
  return {
    list: async (filter) => (await listDeliveries(app, filter)).map(rowToShown),
    async show(key) {
      const { history, ...row } = await showDelivery(app, await whole(key))
      const attempts = history.map(({ commands_run: done, reported_at: reportedAt, ...attempt }) => ({
        ...attempt,
        done,
        reportedAt,
      }))
      return { ...rowToShown(row), attempts }
    },
    async cancel(key) {
      const command = await whole(key)
      return byHand(app, deedOn(command, 'cancelDelivery'), (tx) => cancelDelivery(tx, command))
    },
    async resend(key) {
      const command = await whole(key)
      return {
        id: formatId('cmd', await byHand(app, deedOn(command, 'resendDelivery'), (tx) => resendDelivery(tx, command))),
      }
    },
    async settle({ as, ...key }) {
      const command = await whole(key)
      const deed = { ...deedOn(command, 'resolveDelivery'), details: { as } }
      return { state: await byHand(app, deed, (tx) => resolveDelivery(tx, { ...command, as })) }
    },
  }
}

function deedOn({ storeId, deliveryId }: Required<CommandKey>, action: string) {
  return { storeId, action, subject: formatId('cmd', deliveryId) }
}

export function remoteCommands({ manage, storeId: storeOf }: RemoteStore): CommandDesk {
  const whole = async ({ deliveryId, storeId }: CommandKey) => ({
    deliveryId: formatId('cmd', deliveryId),
    storeId: await storeOf(storeId),
  })
  return {
    async list({ storeId, most, state, serverId, checkoutId, gameUserId }) {
      const found = manage.listDeliveries.each({
        storeId: await storeOf(storeId),
        ...(state && { state }),
        ...(serverId && { serverId: formatId('srv', serverId) }),
        ...(checkoutId && { checkoutId: formatId('chk', checkoutId) }),
        ...(gameUserId !== undefined && { gameUserId }),
      })
      return (await upTo(most, found)).map(wireToShown)
    },
    async show(key) {
      const { history, ...command } = await manage.getDelivery(await whole(key))
      const attempts = history.map(({ commandsRun: done, reportedAt, ...attempt }) => ({
        ...attempt,
        done,
        reportedAt: readDate(reportedAt),
      }))
      return { ...wireToShown(command), attempts }
    },
    cancel: async (key) => manage.cancelDelivery(await whole(key)),
    resend: async (key) => manage.resendDelivery(await whole(key)),
    settle: async ({ as, ...key }) => manage.resolveDelivery({ ...(await whole(key)), as }),
  }
}

function rowToShown(row: DeliveryRow): ShownCommand {
  return {
    id: formatId('cmd', row.id),
    state: row.state,
    deliveryType: row.delivery_type,
    gameUserId: row.game_user_id,
    checkoutId: formatId('chk', row.checkout_id),
    serverId: row.server_id === null ? null : formatId('srv', row.server_id),
    createdAt: row.created_at,
    dispatchedAt: row.dispatched_at,
    finishedAt: row.finished_at,
    retryAt: row.retry_at,
    receipt: row.receipt,
    done: row.commands_run,
    products: JSON.parse(row.products) as ShownCommand['products'],
  }
}

function wireToShown(command: Manage.Delivery): ShownCommand {
  const { id, state, type, gameUserId, checkoutId, serverId, receipt, commandsRun, products } = command
  return {
    id,
    state,
    deliveryType: type,
    gameUserId,
    checkoutId,
    serverId,
    createdAt: readDate(command.createdAt),
    dispatchedAt: readDate(command.dispatchedAt),
    finishedAt: readDate(command.finishedAt),
    retryAt: readDate(command.retryAt),
    receipt,
    done: commandsRun,
    products,
  }
}
