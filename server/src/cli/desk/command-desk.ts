import type { Manage } from '@quartermaster/sdk'
import { sendAgain } from '../../checkouts/send-again.ts'
import { type Settlement, settleCommand } from '../../checkouts/settle-command.ts'
import type { Database } from '../../db/database.ts'
import { cancelCommand } from '../../delivery/cancel-command.ts'
import type { CommandState, DeliveryType } from '../../delivery/delivery-command.ts'
import { listCommands } from '../../delivery/list-commands.ts'
import type { CommandRow } from '../../delivery/read-commands.ts'
import { showCommand } from '../../delivery/show-command.ts'
import { storeOfCommand } from '../../delivery/store-of-command.ts'
import { type CheckoutId, type CommandId, formatId, type GameServerId, type StoreId } from '../../ids.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

/** Operators may name a command alone; naming its store makes the search quick on a large platform. */
export type CommandKey = { commandId: CommandId; storeId?: StoreId }
type CommandFilter = {
  storeId: StoreId
  most: number
  state?: CommandState
  serverId?: GameServerId
  checkoutId?: CheckoutId
  gameUserId?: string
}

type ShownCommand = {
  id: string
  state: CommandState
  deliveryType: DeliveryType
  gameUserId: string
  checkoutId: string
  serverId: string | null
  createdAt: Date
  offeredAt: Date | null
  finishedAt: Date | null
  readyAt: Date | null
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
  list: (filter: CommandFilter) => Promise<ShownCommand[]>
  show: (key: CommandKey) => Promise<ShownCommandHistory>
  cancel: (key: CommandKey) => Promise<{ wasOffered: boolean }>
  resend: (key: CommandKey) => Promise<{ id: string }>
  settle: (key: CommandKey & { as: Settlement }) => Promise<{ state: 'processed' | 'pending' }>
}

export function localCommands({ app, reader }: Database): CommandDesk {
  const whole = async ({ commandId, storeId }: CommandKey) => ({
    commandId,
    storeId: storeId ?? (await storeOfCommand(reader, commandId)),
  })
  return {
    list: async (filter) => (await listCommands(app, filter)).map(rowToShown),
    async show(key) {
      const { history, ...row } = await showCommand(app, await whole(key))
      const attempts = history.map(({ steps_done: done, reported_at: reportedAt, ...attempt }) => ({
        ...attempt,
        done,
        reportedAt,
      }))
      return { ...rowToShown(row), attempts }
    },
    async cancel(key) {
      const command = await whole(key)
      return byHand(app, deedOn(command, 'cancelCommand'), (tx) => cancelCommand(tx, command))
    },
    async resend(key) {
      const command = await whole(key)
      return {
        id: formatId('cmd', await byHand(app, deedOn(command, 'resendCommand'), (tx) => sendAgain(tx, command))),
      }
    },
    async settle({ as, ...key }) {
      const command = await whole(key)
      const deed = { ...deedOn(command, 'settleCommand'), details: { as } }
      return { state: await byHand(app, deed, (tx) => settleCommand(tx, { ...command, as })) }
    },
  }
}

function deedOn({ storeId, commandId }: Required<CommandKey>, action: string) {
  return { storeId, action, subject: formatId('cmd', commandId) }
}

export function remoteCommands({ manage, storeId: storeOf }: RemoteStore): CommandDesk {
  const whole = async ({ commandId, storeId }: CommandKey) => ({
    commandId: formatId('cmd', commandId),
    storeId: await storeOf(storeId),
  })
  return {
    async list({ storeId, most, state, serverId, checkoutId, gameUserId }) {
      const found = manage.listCommands.each({
        storeId: await storeOf(storeId),
        ...(state && { state }),
        ...(serverId && { serverId: formatId('srv', serverId) }),
        ...(checkoutId && { checkoutId: formatId('chk', checkoutId) }),
        ...(gameUserId !== undefined && { gameUserId }),
      })
      return (await upTo(most, found)).map(wireToShown)
    },
    async show(key) {
      const { history, ...command } = await manage.getCommand(await whole(key))
      const attempts = history.map(({ stepsDone: done, reportedAt, ...attempt }) => ({
        ...attempt,
        done,
        reportedAt: readDate(reportedAt),
      }))
      return { ...wireToShown(command), attempts }
    },
    cancel: async (key) => manage.cancelCommand(await whole(key)),
    resend: async (key) => manage.resendCommand(await whole(key)),
    settle: async ({ as, ...key }) => manage.settleCommand({ ...(await whole(key)), as }),
  }
}

function rowToShown(row: CommandRow): ShownCommand {
  return {
    id: formatId('cmd', row.id),
    state: row.state,
    deliveryType: row.delivery_type,
    gameUserId: row.game_user_id,
    checkoutId: formatId('chk', row.checkout_id),
    serverId: row.server_id === null ? null : formatId('srv', row.server_id),
    createdAt: row.created_at,
    offeredAt: row.offered_at,
    finishedAt: row.finished_at,
    readyAt: row.ready_at,
    receipt: row.receipt,
    done: row.steps_done,
    products: JSON.parse(row.products) as ShownCommand['products'],
  }
}

function wireToShown(command: Manage.Delivery): ShownCommand {
  const { id, state, type, gameUserId, checkoutId, serverId, receipt, stepsDone, products } = command
  return {
    id,
    state,
    deliveryType: type,
    gameUserId,
    checkoutId,
    serverId,
    createdAt: readDate(command.createdAt),
    offeredAt: readDate(command.offeredAt),
    finishedAt: readDate(command.finishedAt),
    readyAt: readDate(command.readyAt),
    receipt,
    done: stepsDone,
    products,
  }
}
