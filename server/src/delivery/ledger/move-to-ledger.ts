import { CompiledQuery } from 'kysely'
import type { GatewayDb, Tx } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'

export type DeliveryKey = { storeId: StoreId; serverId: GameServerId; deliveryId: DeliveryId }

export type Report = DeliveryKey & {
  /** What the game answered. Clients of interface 1.0 do not send it. */
  receipt?: string | null
}

/** Staff and refunds cancel a delivery of any server, or of none. */
type Move = Omit<Report, 'serverId'> & { serverId?: GameServerId }

type Mode = {
  locked: keyof typeof STATEMENTS
  cancelledBy?: 'refund' | 'operator'
  /** Staff say that it was delivered, not the game server. */
  byStaff?: boolean
}

const COLUMNS = [
  'store_id',
  'id',
  'server_id',
  'position',
  'checkout_id',
  'game_user_id',
  'delivery_type',
  'line_nos',
  'unit',
  'products',
  'resend_of',
  'created_at',
  'dispatched_at',
]

const statement = (locked: 'skip locked' | '') => `
  with wanted as (
    select p.store_id, p.id, w.receipt
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as w (store_id, server_id, id, receipt)
    join pending_deliveries p on p.store_id = w.store_id and p.id = w.id
      and (w.server_id is null or p.server_id = w.server_id)
    order by p.position
    for update of p ${locked}
  ), moved as (
    delete from pending_deliveries p using wanted where p.store_id = wanted.store_id and p.id = wanted.id
    returning ${COLUMNS.map((column) => `p.${column}`).join()}, p.hold_reason
  )
  insert into delivery_ledger (${COLUMNS.join()}, receipt, state, cancelled_by, late_report_at)
  select ${COLUMNS.join()}, (select wanted.receipt from wanted where wanted.id = moved.id limit 1), $5::text, $6::text,
    case when hold_reason = 'withdrawn' and $5 = 'processed' and not $7 then now() end from moved
  returning id, server_id, finished_at`

const STATEMENTS = { skip: statement('skip locked'), wait: statement('') }

/**
 * Moves deliveries from the queue into the ledger in one statement and one commit, so a delivery is never in both or in
 * neither. Returns when each was moved; undefined for one that is not in the queue, or that is locked and skipped.
 */
export async function moveToLedger(
  db: GatewayDb | Tx,
  moves: Move[],
  { locked, cancelledBy, byStaff = false }: Mode,
): Promise<(Date | undefined)[]> {
  const state = cancelledBy === undefined ? 'processed' : 'cancelled'
  const values = [...deliveryKeys(moves), receiptsOf(moves), state, cancelledBy ?? null, byStaff]
  const { rows } = await db.executeQuery<{ id: DeliveryId; server_id: GameServerId | null; finished_at: Date }>(
    CompiledQuery.raw(STATEMENTS[locked], values),
  )
  const moved = new Map(rows.map((row) => [row.id, row]))
  return moves.map(({ deliveryId, serverId }) => {
    const row = moved.get(deliveryId)
    return serverId === undefined || row?.server_id === serverId ? row?.finished_at : undefined
  })
}

function receiptsOf(moves: Move[]): (string | null)[] | null {
  return moves.some(({ receipt }) => receipt) ? moves.map(({ receipt }) => receipt ?? null) : null
}

/** Array literals are cheaper than arrays, which the driver would escape value by value. */
export function deliveryKeys(keys: Move[]): (string | null)[] {
  return [
    `{${keys.map(({ storeId }) => storeId).join()}}`,
    keys.some(({ serverId }) => serverId) ? `{${keys.map(({ serverId }) => serverId).join()}}` : null,
    `{${keys.map(({ deliveryId }) => deliveryId).join()}}`,
  ]
}
