import { fieldsIn } from '@quartermaster/sdk'
import type { FieldValue } from '../../catalog/fields/read-field-values.ts'
import { readFieldConsoles, requireExpressible } from '../../catalog/fields/fill-commands.ts'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { FrozenLine, FrozenCommands } from '../checkout.ts'

type Sold = {
  storeId: StoreId
  gameUserId: string
  lines: (Omit<FrozenLine, 'fields'> & { values: FieldValue[] | null })[]
}

/**
 * Freezes the consoles of the lines that have values of the buyer, and refuses values that one of them cannot take. Deliveries are
 * filled in by these rules, so nothing that was sold fails later, even if the owner changes the game of a server.
 */
export async function freezeConsoles(tx: Tx, { storeId, gameUserId, lines }: Sold): Promise<FrozenLine[]> {
  if (lines.every(({ values }) => values === null))
    return lines.map(({ values: _none, ...line }) => ({ ...line, fields: null }))
  const serverIds = lines.flatMap(({ values, server_ids: ids }) => (values === null ? [] : ids))
  const known = await readFieldConsoles(tx, { storeId, serverIds })
  return lines.map(({ values, ...product }) => {
    if (values === null) return { ...product, fields: null }
    const line = { ...product, ...commandsWith(values, product) }
    const consoles = known.filter(({ serverId }) => line.server_ids.includes(serverId))
    const commands = [...line.approve_commands, ...line.refund_commands, ...line.expire_commands]
    requireExpressible({ commands, values, consoles, gameUserId, at: fieldsAt(line) })
    return {
      ...line,
      fields: { values, consoles: Object.fromEntries(consoles.map(({ serverId, rules }) => [serverId, rules])) },
    }
  })
}

/** Without the commands that contain an optional field that the buyer left empty. They never run. */
function commandsWith(values: FieldValue[], line: FrozenCommands): FrozenCommands {
  const keep = (commands: string[]) =>
    commands.filter((command) => fieldsIn(command).every((name) => values.some((value) => value.name === name)))
  return {
    approve_commands: keep(line.approve_commands),
    refund_commands: keep(line.refund_commands),
    expire_commands: keep(line.expire_commands),
  }
}

/** Where the values of a line are in a request. */
export function fieldsAt({ line_no: lineNo }: Pick<FrozenLine, 'line_no'>): string {
  return `body/items/${lineNo - 1}/fields`
}
