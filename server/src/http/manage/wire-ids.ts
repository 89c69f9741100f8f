import { AppError } from '../../errors.ts'
import {
  type CategoryId,
  type CheckoutId,
  type DeliveryId,
  type EventId,
  formatId,
  type GameServerId,
  parseId,
  type ProductId,
  type VariantId,
} from '../../ids.ts'

/** Reads the ids in bodies and queries. The schema has checked their pattern, but not every such id is valid. */
export function readProductId(text: string, field: string): ProductId {
  return parseId<ProductId>('prd', text) ?? reject('product', field)
}

export function readVariantId(text: string, field: string): VariantId {
  return parseId<VariantId>('var', text) ?? reject('variant', field)
}

export function readCategoryId(text: string, field: string): CategoryId {
  return parseId<CategoryId>('cat', text) ?? reject('category', field)
}

export function readEventId(text: string, field: string): EventId {
  return parseId<EventId>('evt', text) ?? reject('event', field)
}

export function readServerId(text: string, field: string): GameServerId {
  return parseId<GameServerId>('srv', text) ?? reject('game server', field)
}

export function readCheckoutId(text: string, field: string): CheckoutId {
  return parseId<CheckoutId>('chk', text) ?? reject('checkout', field)
}

export const deliveryIds = (ids: DeliveryId[]): string[] => ids.map((id) => formatId('cmd', id))

export function serverIdOrNull(id: GameServerId | null): string | null {
  return id === null ? null : formatId('srv', id)
}

function reject(noun: string, field: string): never {
  throw new AppError('invalid_request', `${field} is not the id of a ${noun}.`, { field })
}
