import { crc32 } from 'node:zlib'
import { withChecksum } from '../../../server/test/providers/with-checksum.ts'
import type { Alterations } from './alteration.ts'
import type { CallbackParts } from './callback-parts.ts'

/**
 * PayPal signs a checksum of the body, and an attacker can write another body with the same checksum. So the product must not
 * trust the body: a payment that PayPal does not know has no effect.
 */
export const CHECKSUM: Alterations = {
  'an unknown payment with the same checksum': (parts, { random }) =>
    rewriteBody(parts, `F${random.integer(1e15, 9e15)}`),
  'the checkout of another payment with the same checksum': (parts, { random, genuine }) => {
    const other = /chk_\w+/.exec(random.pick(genuine).body.toString())?.[0] ?? ''
    const named = { ...parts, body: Buffer.from(parts.body.toString().replaceAll(/chk_\w{26}/g, other)) }
    return rewriteBody(named, `F${random.integer(1e15, 9e15)}`, crc32(parts.body))
  },
}

function rewriteBody(parts: CallbackParts, id: string, checksum = crc32(parts.body)): CallbackParts {
  const text = parts.body
    .toString()
    .replace(/(?<="id":"WH-)[^"]+/, id)
    .replace(/(?<="resource":\{"id":")[^"]+/, id)
  return { ...parts, body: Buffer.from(withChecksum(text, checksum)) }
}
