import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { DeliveryType } from '../../delivery/delivery.ts'
import { approves, deliveriesOfCheckouts } from '../../delivery/read/deliveries-of-checkouts.ts'
import { readDeliveries } from '../../delivery/read/read-deliveries.ts'
import { formatId, type GameServerId, type ProductId } from '../../ids.ts'
import { type Refund, refundLines } from './refund.ts'
import { voidUnusedCards } from './void-unused-cards.ts'

/**
 * `revoked`: commands revoke it in the game, or it is a gift card and becomes void. `withdrawn`: no game server has it, so it leaves the queue. `still_owned`: another
 * purchase grants it. `already_ended`: it expired, or a dispute revoked it. `not_revocable`: there is no command that revokes it.
 */
export type LineOutcome = 'revoked' | 'withdrawn' | 'still_owned' | 'already_ended' | 'not_revocable'

export type RefundPreview = {
  /** `amountMinor` is returned the way it was paid, `giftCardMinor` to the gift card. */
  lines: { lineNo: number; amountMinor: number; giftCardMinor: number; outcome: LineOutcome }[]
  /** `productId` is the public id, as game servers receive it. */
  commands: { type: DeliveryType; serverId: GameServerId | null; productId: string; commands: string[] }[]
}

/** What a refund would do now. The refund is done and rolled back, so that the two cannot differ. */
export async function previewRefund(tx: Tx, request: Refund): Promise<RefundPreview> {
  await sql`savepoint preview_refund`.execute(tx)
  await voidUnusedCards(tx, request)
  const { lineNos, deliveryIds } = await refundLines(tx, request)
  const enqueued = await readDeliveries(tx, { storeId: request.storeId, ids: deliveryIds })
  const commands = enqueued.flatMap(({ delivery_type: type, server_id: serverId, products }) =>
    (JSON.parse(products) as { id: string; commands: string[] }[]).map((product) => ({
      type,
      serverId,
      productId: product.id,
      commands: product.commands,
    })),
  )
  const lines = await readOutcomes(tx, request, { lineNos, revokes: new Set(commands.map((each) => each.productId)) })
  await sql`rollback to savepoint preview_refund`.execute(tx)
  return { lines, commands }
}

type Row = Omit<RefundPreview['lines'][number], 'outcome'> & {
  productId: ProductId
  isGiftCard: boolean
  isOwned: boolean
  endsNow: boolean
}

async function readOutcomes(
  tx: Tx,
  { storeId, checkoutId }: Refund,
  { lineNos, revokes }: { lineNos: number[]; revokes: Set<string> },
): Promise<RefundPreview['lines']> {
  const deliveries = await deliveriesOfCheckouts(tx, { storeId, checkoutIds: [checkoutId] })
  const { rows } = await sql<Row>`
    select l.line_no as "lineNo", l.product_id as "productId", paid_minor(l) as "amountMinor", (
        select coalesce(sum(r.amount_minor), 0)::bigint from gift_card_entries r where r.store_id = l.store_id
          and r.checkout_id = l.checkout_id and r.line_no = l.line_no and r.kind = 'refunded') as "giftCardMinor", l.is_gift_card as "isGiftCard",
      e.id is not null and e.ended_at is null as "isOwned", coalesce(e.ended_at = now(), false) as "endsNow"
    from checkout_lines l
    left join grants g on g.store_id = l.store_id and g.checkout_id = l.checkout_id and g.line_no = l.line_no
    left join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where l.store_id = ${storeId} and l.checkout_id = ${checkoutId} and l.line_no = any(${lineNos}::smallint[])
    order by l.line_no`.execute(tx)
  return rows.map(({ lineNo, productId, amountMinor, giftCardMinor, isGiftCard, isOwned, endsNow }) => {
    const isDispatched = deliveries.some((each) => each.dispatched && approves(each, [{ checkoutId, lineNo }]))
    const decide = (): LineOutcome => {
      if (isGiftCard) return 'revoked'
      if (revokes.has(formatId('prd', productId))) return 'revoked'
      if (isOwned) return 'still_owned'
      if (!isDispatched) return 'withdrawn'
      return endsNow ? 'not_revocable' : 'already_ended'
    }
    return { lineNo, amountMinor, giftCardMinor, outcome: decide() }
  })
}
