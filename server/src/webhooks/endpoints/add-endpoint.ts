import { WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import type { AddressRanges } from '../../address-ranges.ts'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type EndpointId, newId, type StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { limitOfStore } from '../../stores/limits.ts'
import { sealSecret } from './endpoint.ts'
import type { EventType } from '../../events/record-event.ts'
import { newWebhookSecret } from '../sending/sign-webhook.ts'
import { parseTarget } from '../sending/target.ts'

export type NewEndpoint = {
  storeId: StoreId
  url: string
  /** Empty means all events. */
  eventTypes: string[]
  sealer: Sealer
  allowed: AddressRanges
}

/** Returns the secret, which is stored encrypted and never shown again. */
export async function addEndpoint(
  db: Db | Tx,
  { storeId, url, eventTypes, sealer, allowed }: NewEndpoint,
): Promise<{ id: EndpointId; url: string; secret: string }> {
  const target = parseTarget(url, allowed).url.href
  const types = requireEventTypes(eventTypes)
  const id = newId<EndpointId>()
  const secret = newWebhookSecret()
  const { keyId, sealed } = sealSecret(sealer, secret, { storeId, endpointId: id })
  await inStore(db, storeId, async (tx) => {
    const maximum = await limitOfStore(tx, { storeId, name: 'endpoints' })
    const others = await tx.selectFrom('webhook_endpoints').select('id').where('store_id', '=', storeId).execute()
    if (others.length >= maximum) {
      throw new AppError('invalid_request', `A store can have ${maximum} webhook endpoints. Delete one first`)
    }
    await tx
      .insertInto('webhook_endpoints')
      .values({ store_id: storeId, id, url: target, event_types: types, secret: sealed, secret_key_id: keyId })
      .execute()
  })
  return { id, url: target, secret }
}

export function requireEventTypes(types: string[]): EventType[] {
  const known = Object.keys(WEBHOOK_EVENTS)
  const unknown = types.find((type) => !known.includes(type))
  if (unknown !== undefined) {
    throw new AppError('invalid_request', `Unknown event "${unknown}". Use one of ${known.join(', ')}`)
  }
  return [...new Set(types)] as EventType[]
}
