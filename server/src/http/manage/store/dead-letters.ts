import { ListQuery } from '@quartermaster/contract/manage'
import { DeadLetterPage } from '@quartermaster/contract/manage-deliveries'
import { DEAD_LETTER_ADVICE, type DeadLetter, listDeadLetters } from '../../../delivery/read/list-dead-letters.ts'
import { type DeliveryId, formatId, parseId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { pageSize, readCursor, writeCursor } from '../pagination.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'
import { serverIdOrNull } from '../wire-ids.ts'

export function deadLetterRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/dead-letters',
      operationId: 'listDeadLetters',
      summary: 'List dead letters',
      description:
        'Deliveries that will not arrive unless a staff member acts, with the reason and advice. Oldest first.',
      permission: 'deliveries:read',
      query: ListQuery,
      response: DeadLetterPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<DeliveryId>('cmd', key))
      const { letters, next } = await listDeadLetters(tx, { storeId, limit: pageSize(query), after })
      return { items: letters.map(deadLetterToWire), nextCursor: next && writeCursor(formatId('cmd', next)) }
    },
  )
}

function deadLetterToWire(letter: DeadLetter) {
  const { explanation, advice, actions } = DEAD_LETTER_ADVICE[letter.reason]
  return {
    id: formatId('cmd', letter.id),
    reason: letter.reason,
    explanation,
    advice,
    actions: [...actions],
    since: toTimestamp(letter.since),
    type: letter.deliveryType,
    gameUserId: letter.gameUserId,
    checkoutId: formatId('chk', letter.checkoutId),
    serverId: serverIdOrNull(letter.serverId),
    serverName: letter.serverName,
    productNames: letter.products,
    commands: letter.commands,
    failedAttemptCount: letter.failedAttempts,
    createdAt: toTimestamp(letter.createdAt),
  }
}
