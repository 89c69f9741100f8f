import { crc32 } from 'node:zlib'
import { withChecksum } from '../../../server/test/providers/with-checksum.ts'
import type { Alteration } from './alteration.ts'
import type { CallbackParts } from './callback-parts.ts'

/**
 * PayPal signs a checksum of the body, and a body can be written for any checksum: the signature fits. So the body must
 * not be what is believed: a payment that PayPal does not know must come to nothing, whatever is said of it.
 */
export const CHECKSUM: Alteration[] = [
  {
    name: 'a payment that does not exist, under the same checksum',
    harmless: true,
    alter: (parts, { random }) => rewritten(parts, `F${random.integer(1e15, 9e15)}`),
  },
  {
    name: "another's checkout, under the same checksum",
    harmless: true,
    alter: (parts, { random, genuine }) => {
      const other = /chk_\w+/.exec(random.pick(genuine).body.toString())?.[0] ?? ''
      const named = { ...parts, body: Buffer.from(parts.body.toString().replaceAll(/chk_\w{26}/g, other)) }
      return rewritten(named, `F${random.integer(1e15, 9e15)}`, crc32(parts.body))
    },
  },
]

function rewritten(parts: CallbackParts, id: string, checksum = crc32(parts.body)): CallbackParts {
  const text = parts.body
    .toString()
    .replace(/(?<="id":"WH-)[^"]+/, id)
    .replace(/(?<="resource":\{"id":")[^"]+/, id)
  return { ...parts, body: Buffer.from(withChecksum(text, checksum)) }
}
