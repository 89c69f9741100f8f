import { createHash } from 'node:crypto'
import { fieldsIn } from '@quartermaster/sdk'
import { sql } from 'kysely'
import { FieldError } from '../../catalog/fields/field-error.ts'
import { readFieldConsoles, requireExpressible } from '../../catalog/fields/fill-commands.ts'
import type { FieldsColumn, ProductField } from '../../catalog/fields/product-field.ts'
import { type FieldValue, type GivenFields, readFieldValues } from '../../catalog/fields/read-field-values.ts'
import type { Tx } from '../../db/database.ts'
import type { GameServerId, ProductId, StoreId } from '../../ids.ts'

/** Where the values are in a request. */
const AT = { at: 'body/fields' }

type Row = { fields: FieldsColumn; commands: string[]; servers: GameServerId[] | null }

/**
 * Checks what the buyer entered for a product, also for the consoles of its servers. If the buyer chooses the server, that is
 * checked at the checkout, when it is known.
 */
export async function checkLineFields(
  tx: Tx,
  { storeId, productId, given }: { storeId: StoreId; productId: ProductId; given: GivenFields },
): Promise<FieldValue[]> {
  const { rows } = await sql<Row>`
    select p.fields, p.approve_commands || p.refund_commands || p.expire_commands as commands, case p.delivers_to
      when 'named' then array(
        select s.server_id from product_servers s where s.store_id = p.store_id and s.product_id = p.id)
      when 'default' then array(select t.default_server_id from stores t where t.id = p.store_id and t.default_server_id is not null)
      end as servers
    from products p where p.store_id = ${storeId} and p.id = ${productId}`.execute(tx)
  const [product] = rows
  const values = readFieldValues(product?.fields.list ?? [], given, AT)
  if (!product || product.servers === null || values.length === 0) return values
  const consoles = await readFieldConsoles(tx, { storeId, serverIds: product.servers })
  const entered = new Set(values.map(({ name }) => name))
  const commands = product.commands.filter((command) => fieldsIn(command).every((name) => entered.has(name)))
  requireExpressible({ commands, values, consoles, ...AT })
  return values
}

/** Values that were entered before the owner changed the fields may not fit any more. */
export function fitsFields(fields: ProductField[], given: GivenFields): boolean {
  try {
    return readFieldValues(fields, given, AT).length <= fields.length
  } catch (error) {
    if (error instanceof FieldError) return false
    throw error
  }
}

/** Two lines of one product differ by it. Empty without values. */
export function keyOfValues(values: Pick<FieldValue, 'name' | 'value'>[]): string {
  if (values.length === 0) return ''
  const text = JSON.stringify(values.map(({ name, value }) => [name, value]))
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
