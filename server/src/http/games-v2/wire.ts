import type {
  InitRequest,
  LinkRequest,
  LinkResponse,
  Outcome,
  PollRequest,
  OutcomeResult,
  InitResponse,
} from '@quartermaster/contract/games/v2'
import type { Static } from 'typebox'
import type { DeliveryStatus } from '../../delivery/ledger/find-delivery-status.ts'
import type { Failure } from '../../delivery/ledger/record-failures.ts'
import type { Dispatched, DispatchedDelivery } from '../../delivery/queue/dispatch-selection.ts'
import type { Poll } from '../../delivery/queue/list-ready.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { type DeliveryId, formatId, parseId } from '../../ids.ts'
import { storeToWire } from '../games-v1/wire.ts'

export type InitBody = Static<typeof InitRequest>
export type LinkBody = Static<typeof LinkRequest>
export type PollBody = Static<typeof PollRequest>
type OutcomeBody = Static<typeof Outcome>
export type ReportBody = { outcomes: OutcomeBody[] }

const NO_REASON = 'no reason was given'

export function initResponseToWire({ store, serverId, serverName }: Caller): Static<typeof InitResponse> {
  return { store: storeToWire(store), server: { id: formatId('srv', serverId), name: serverName } }
}

export function linkToWire({ code, expiresAt }: { code: string; expiresAt: Date }): Static<typeof LinkResponse> {
  return { code, expiresAt: expiresAt.toISOString() }
}

/** Names that the database cannot store, and strings that are not ids, match nothing. */
export function pollFromWire({ storeId, serverId }: Caller, { online, holding = [], most }: PollBody): Poll {
  return {
    storeId,
    serverId,
    online: online?.filter((name) => name.isWellFormed() && !name.includes('\0')),
    holding: holding.map((id) => parseId<DeliveryId>('cmd', id)).filter((id) => id !== undefined),
    ...(most !== undefined && { limit: most }),
  }
}

export type Reported = { done: { deliveryId: DeliveryId; receipt: string | null } } | { failure: Failure } | undefined

/** Undefined for a string that is not an id. */
export function outcomeFromWire(body: OutcomeBody): Reported {
  const deliveryId = parseId<DeliveryId>('cmd', body.id)
  if (deliveryId === undefined) return undefined
  const output = body.output === undefined ? null : toStorableText(body.output)
  if (body.outcome === 'done') return { done: { deliveryId, receipt: output } }
  return {
    failure: {
      deliveryId,
      attempt: body.attempt,
      outcome: body.outcome === 'in_doubt' ? 'uncertain' : body.outcome,
      commandsRun: body.done ?? 0,
      reason: toStorableText(body.reason ?? NO_REASON),
      output,
      mayRetry: body.retry ?? true,
    },
  }
}

/** A game can print characters that PostgreSQL does not accept in text. */
function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

export function statusToWire(id: string, delivery: DeliveryStatus): Static<typeof OutcomeResult> {
  if (delivery.status !== 'pending') return { id, status: delivery.status }
  if (!delivery.dispatched) return { id, status: 'unknown' }
  return { id, status: 'waiting', ...(delivery.retryAt && { retryAt: delivery.retryAt.toISOString() }) }
}

const EMPTY = '{"commands":[],"more":false}'

/** The products were serialized at the sale, so the response is assembled as text. */
export function deliveriesText({ deliveries, more }: Dispatched): string {
  if (deliveries.length === 0 && !more) return EMPTY
  return `{"commands":[${deliveries.map(deliveryText).join(',')}],"more":${more}}`
}

function deliveryText(delivery: DispatchedDelivery): string {
  return (
    `{"id":"${formatId('cmd', delivery.id)}","checkoutId":"${formatId('chk', delivery.checkout_id)}",` +
    `"gameUserId":${JSON.stringify(delivery.game_user_id)},"deliveryType":"${delivery.delivery_type}",` +
    `"products":${delivery.products},"attempt":${delivery.attempts + 1},"done":${delivery.commands_run},` +
    `"repeatable":${delivery.repeatable},"conditions":{"online":${delivery.requires_online},` +
    `"delaySeconds":${delivery.delay_seconds},"freeSlots":${delivery.free_slots}}}`
  )
}
