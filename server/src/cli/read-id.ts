import { InvalidArgumentError } from 'commander'
import type { Item } from '../checkouts/buy/freeze-lines.ts'
import {
  type ApiTokenId,
  type CheckoutId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  type GameServerId,
  type ParkedId,
  parseId,
  type ProductId,
  type RedeliveryId,
  type ServerKeyId,
  type StoreId,
} from '../ids.ts'

const reader =
  <T>(parse: (text: string) => T | undefined, example: string) =>
  (text: string): T => {
    const id = parse(text)
    if (id === undefined) throw new InvalidArgumentError(`It looks like ${example}.`)
    return id
  }

export const readStoreId = reader((text) => parseId<StoreId>('sto', text), 'sto_01h455vb4pex5vsknk084sn02q')
export const readServerId = reader((text) => parseId<GameServerId>('srv', text), 'srv_01h455vb4pex5vsknk084sn02q')
export const readKeyId = reader((text) => parseId<ServerKeyId>('key', text), 'key_01h455vb4pex5vsknk084sn02q')
export const readProductId = reader((text) => parseId<ProductId>('prd', text), 'prd_01h455vb4pex5vsknk084sn02q')
export const readCheckoutId = reader((text) => parseId<CheckoutId>('chk', text), 'chk_01h455vb4pex5vsknk084sn02q')
export const readDeliveryId = reader((text) => parseId<DeliveryId>('cmd', text), 'cmd_01h455vb4pex5vsknk084sn02q')
export const readTokenId = reader((text) => parseId<ApiTokenId>('tok', text), 'tok_01h455vb4pex5vsknk084sn02q')

export const readEndpointId = reader((text) => parseId<EndpointId>('whe', text), 'whe_01h455vb4pex5vsknk084sn02q')
export const readEventId = reader((text) => parseId<EventId>('evt', text), 'evt_01h455vb4pex5vsknk084sn02q')
export const readRedeliveryId = reader((text) => parseId<RedeliveryId>('rdl', text), 'rdl_01h455vb4pex5vsknk084sn02q')
export const readParkedId = reader((text) => parseId<ParkedId>('prk', text), 'prk_01h455vb4pex5vsknk084sn02q')

/** A product, and how many of it. */
export function readItem(text: string): Item {
  const [id = '', quantity = '1', ...rest] = text.split(':')
  if (rest.length > 0 || !/^\d{1,4}$/.test(quantity))
    throw new InvalidArgumentError('Give a product id, or id:quantity like prd_…:3.')
  return { productId: readProductId(id), quantity: Number(quantity) }
}

/** For options that may be given several times. */
export const many =
  <T>(read: (text: string) => T) =>
  (text: string, before: T[] | undefined): T[] => [...(before ?? []), read(text)]
