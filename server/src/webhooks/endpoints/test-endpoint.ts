import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type EventId, formatId } from '../../ids.ts'
import { type EndpointKey, lockEndpoint } from './endpoint.ts'
import { recordEvent } from '../../events/record-event.ts'

/** Sends a test event to one endpoint, whatever it subscribed to. */
export async function testEndpoint(db: Db | Tx, key: EndpointKey): Promise<EventId> {
  return inStore(db, key.storeId, async (tx) => {
    requireEnabled(await lockEndpoint(tx, key))
    return recordEvent(tx, {
      storeId: key.storeId,
      type: 'endpoint.test',
      data: { storeId: formatId('sto', key.storeId), endpointId: formatId('whe', key.endpointId) },
      only: key.endpointId,
    })
  })
}

export function requireEnabled({ disabled_at: disabledAt }: { disabled_at: Date | null }): void {
  if (disabledAt !== null) throw new AppError('invalid_request', 'The endpoint is disabled. Enable it first')
}
