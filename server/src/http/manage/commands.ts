import {
  Cancelled,
  Delivery,
  DELIVERY_QUERY,
  DeliveryDetails,
  DeliveryPage,
  Resent,
  SettleBody,
  Settlement,
} from '@quartermaster/contract/manage-deliveries'
import { sendAgain } from '../../checkouts/send-again.ts'
import { settleCommand } from '../../checkouts/settle-command.ts'
import { cancelCommand } from '../../delivery/cancel-command.ts'
import type { CommandRow } from '../../delivery/read-commands.ts'
import { searchCommands } from '../../delivery/search-commands.ts'
import { type Attempt, showCommand } from '../../delivery/show-command.ts'
import { type CommandId, formatId, parseId } from '../../ids.ts'
import { readCursor, sizeOf, writeCursor } from './cursor.ts'
import { moment, momentOrNull, readRange } from './moment.ts'
import type { Surface } from './surface.ts'
import { readCheckoutId, readProductId, readServerId, serverIdOrNull } from './wire-ids.ts'

export function commandRoutes({ store, publish }: Surface): void {
  publish(Delivery, DeliveryPage, DeliveryDetails, Settlement, Cancelled, Resent)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/commands',
      operationId: 'listCommands',
      summary: 'Delivery commands, newest first, with their receipts',
      description: 'A page may be short, or empty, and still have a next one: a search looks at so much at a time.',
      permission: 'deliveries:read',
      query: DELIVERY_QUERY,
      answer: 'DeliveryPage',
    },
    async ({ tx, storeId, query }) => {
      const { state, type, serverId, checkoutId, gameUserId, productId } = query
      const after = readCursor(query, (key) => parseId<CommandId>('cmd', key))
      const { commands, next } = await searchCommands(tx, {
        storeId,
        most: sizeOf(query),
        ...(after && { after }),
        ...readRange(query),
        state,
        type,
        gameUserId,
        ...(serverId !== undefined && { serverId: readServerId(serverId, 'querystring/serverId') }),
        ...(checkoutId !== undefined && { checkoutId: readCheckoutId(checkoutId, 'querystring/checkoutId') }),
        ...(productId !== undefined && { productId: readProductId(productId, 'querystring/productId') }),
      })
      return { items: commands.map(commandToWire), next: next && writeCursor(formatId('cmd', next)) }
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/commands/:commandId',
      operationId: 'getCommand',
      summary: 'A delivery command with every attempt',
      permission: 'deliveries:read',
      answer: 'DeliveryDetails',
    },
    async ({ tx, storeId, params }) => {
      return detailsToWire(await showCommand(tx, { storeId, commandId: params.commandId }))
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/commands/:commandId/cancel',
      operationId: 'cancelCommand',
      summary: 'Take a command out of the queue',
      permission: 'deliveries:write',
      answer: 'Cancelled',
    },
    async ({ tx, storeId, params }) => {
      const { wasOffered } = await cancelCommand(tx, { storeId, commandId: params.commandId })
      return { id: formatId('cmd', params.commandId), wasOffered }
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/commands/:commandId/resend',
      operationId: 'resendCommand',
      summary: 'Send a finished command again, if it is still owed',
      permission: 'deliveries:write',
      answer: 'Resent',
      status: 201,
    },
    async ({ tx, storeId, params, note }) => {
      const id = await sendAgain(tx, { storeId, commandId: params.commandId })
      note({ details: { commandId: formatId('cmd', id) } })
      return { id: formatId('cmd', id), resendOf: formatId('cmd', params.commandId) }
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/commands/:commandId/settle',
      operationId: 'settleCommand',
      summary: 'Decide about a command that is held or rests',
      description:
        '`done`: it was delivered after all. `again`: try it again, behind what ran. `ran`: the console command in doubt did run; go on behind it.',
      permission: 'deliveries:write',
      body: SettleBody,
      answer: 'Settlement',
    },
    async ({ tx, storeId, params, body, note }) => {
      const state = await settleCommand(tx, { storeId, commandId: params.commandId, as: body.as })
      note({ details: { as: body.as } })
      return { id: formatId('cmd', params.commandId), state }
    },
  )
}

type WireProduct = { id: string; name: string; price: number; quantity: number; commands: string[] }

/** A command with the attempts that did not end well. */
export function detailsToWire({ history, ...command }: CommandRow & { history: Attempt[] }) {
  return {
    ...commandToWire(command),
    history: history.map((attempt) => ({
      attempt: attempt.attempt,
      outcome: attempt.outcome,
      stepsDone: attempt.steps_done,
      reason: attempt.reason,
      output: attempt.output,
      reportedAt: moment(attempt.reported_at),
    })),
  }
}

function commandToWire(row: CommandRow) {
  return {
    id: formatId('cmd', row.id),
    state: row.state,
    type: row.delivery_type,
    gameUserId: row.game_user_id,
    checkoutId: formatId('chk', row.checkout_id),
    serverId: serverIdOrNull(row.server_id),
    // Written at the sale, as game servers get it.
    products: JSON.parse(row.products) as WireProduct[],
    createdAt: moment(row.created_at),
    offeredAt: momentOrNull(row.offered_at),
    finishedAt: momentOrNull(row.finished_at),
    attempts: row.attempts,
    stepsDone: row.steps_done,
    readyAt: momentOrNull(row.ready_at),
    held: row.held,
    receipt: row.receipt,
    cancelledBy: row.cancelled_by,
    lateReportAt: momentOrNull(row.late_report_at),
    resendOf: row.resend_of === null ? null : formatId('cmd', row.resend_of),
  }
}
