import { DeadLetter, DeadLetterPage } from '@quartermaster/contract/manage-deliveries'
import { LIST_QUERY } from '@quartermaster/contract/manage-store'
import {
  type DeadLetter as Letter,
  listDeadLetters,
  DEAD_LETTER_ADVICE,
} from '../../../delivery/read/list-dead-letters.ts'
import { type DeliveryId, formatId, parseId } from '../../../ids.ts'
import { readCursor, sizeOf, writeCursor } from '../cursor.ts'
import { moment } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { serverIdOrNull } from '../wire-ids.ts'

export function deadLetterRoutes({ store, publish }: Surface): void {
  publish(DeadLetter, DeadLetterPage)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/dead-letters',
      operationId: 'listDeadLetters',
      summary: 'What does not arrive by itself, and what to do about it; the oldest first',
      permission: 'deliveries:read',
      query: LIST_QUERY,
      answer: 'DeadLetterPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<DeliveryId>('cmd', key))
      const { letters, next } = await listDeadLetters(tx, { storeId, most: sizeOf(query), after })
      return { items: letters.map(toWire), next: next && writeCursor(formatId('cmd', next)) }
    },
  )
}

function toWire({ id, reason, since, deliveryType, checkoutId, serverId, createdAt, ...rest }: Letter) {
  return {
    ...rest,
    ...DEAD_LETTER_ADVICE[reason],
    id: formatId('cmd', id),
    reason,
    since: moment(since),
    type: deliveryType,
    checkoutId: formatId('chk', checkoutId),
    serverId: serverIdOrNull(serverId),
    createdAt: moment(createdAt),
  }
}
