import { MAX_COMMANDS_PER_POLL } from '@quartermaster/contract/games-limits'
import type { InitRequest, InitResponse, Outcome, OutcomeResult, PollRequest } from '@quartermaster/contract/games-v2'
import type { Static } from 'typebox'
import type { DeliveryStatus } from '../../delivery/ledger/find-delivery-status.ts'
import type { Asked, ReadyDelivery } from '../../delivery/queue/list-ready.ts'
import type { Failure } from '../../delivery/ledger/record-failures.ts'
import type { Done, Handed } from '../../delivery/queue/serve-deliveries.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { type DeliveryId, formatId, parseId } from '../../ids.ts'
import { storeToWire } from '../games-v1/wire.ts'

export type InitBody = Static<typeof InitRequest>
export type PollBody = Static<typeof PollRequest>
type OutcomeBody = Static<typeof Outcome>
export type ReportBody = { outcomes: OutcomeBody[] }

const NO_REASON = 'no reason was given'

export function welcomeToWire({ store, serverId, serverName }: Caller): Static<typeof InitResponse> {
  return { store: storeToWire(store), server: { id: formatId('srv', serverId), name: serverName } }
}

/** Names that cannot be anybody's, because the database cannot hold them, and ids that are none, match nothing. */
export function askedFromWire(
  { storeId, serverId }: Caller,
  { online, holding = [], most = MAX_COMMANDS_PER_POLL }: PollBody,
): Asked {
  return {
    storeId,
    serverId,
    online: online?.filter((name) => name.isWellFormed() && !name.includes('\0')),
    holding: holding.map((id) => parseId<DeliveryId>('cmd', id)).filter((id) => id !== undefined),
    most,
  }
}

export type Reported = { done: Done } | { failure: Failure } | undefined

/** Undefined for an id that is none. */
export function outcomeFromWire(body: OutcomeBody): Reported {
  const deliveryId = parseId<DeliveryId>('cmd', body.id)
  if (deliveryId === undefined) return undefined
  const output = body.output === undefined ? null : clean(body.output)
  if (body.outcome === 'done') return { done: { deliveryId, receipt: output } }
  return {
    failure: {
      deliveryId,
      attempt: body.attempt,
      outcome: body.outcome === 'in_doubt' ? 'uncertain' : body.outcome,
      commandsRun: body.done ?? 0,
      reason: clean(body.reason ?? NO_REASON),
      output,
      mayRetry: body.retry ?? true,
    },
  }
}

/** What a game prints may hold anything; the database holds text. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

export function deliveryStatusToWire(id: string, standing: DeliveryStatus): Static<typeof OutcomeResult> {
  if (standing.status !== 'waiting' || standing.retryAt === null) return { id, status: standing.status }
  return { id, status: 'waiting', retryAt: standing.retryAt.toISOString() }
}

const EMPTY = '{"commands":[],"more":false}'

/** The products were written as JSON at the sale; the answer is put together around them, not parsed and printed again. */
export function deliveriesText({ commands, more }: Handed): string {
  if (commands.length === 0 && !more) return EMPTY
  return `{"commands":[${commands.map(commandText).join(',')}],"more":${more}}`
}

function commandText(command: ReadyDelivery): string {
  return (
    `{"id":"${formatId('cmd', command.id)}","checkoutId":"${formatId('chk', command.checkout_id)}",` +
    `"gameUserId":${JSON.stringify(command.game_user_id)},"deliveryType":"${command.delivery_type}",` +
    `"products":${command.products},"attempt":${command.attempts + 1},"done":${command.commands_run},` +
    `"repeatable":${command.repeatable},"conditions":{"online":${command.requires_online},` +
    `"delaySeconds":${command.delay_seconds},"freeSlots":${command.free_slots}}}`
  )
}
