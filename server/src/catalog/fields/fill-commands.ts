import {
  fieldRulesOf,
  fieldsIn,
  fillCommand,
  fillFields,
  type Game,
  UnsafeFieldError,
  UnsafeUserIdError,
} from '@quartermaster/sdk'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Profile } from '../../game-servers/profiles/profile.ts'
import { rulesOf } from '../../game-servers/profiles/profile-rules.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import { FieldError, type FieldFault } from './field-error.ts'
import type { FieldValue } from './read-field-values.ts'

/** The console of a server, as far as values of buyers are concerned. */
export type FieldConsole = { serverId: GameServerId; rules: Game; profile: Profile }

/** Values that every console reads in the same way, for a purchase that waits for the first server of its store. */
export const ANY_CONSOLE: Game = 'plain'

export async function readFieldConsoles(
  tx: Tx,
  { storeId, serverIds }: { storeId: StoreId; serverIds: GameServerId[] },
): Promise<FieldConsole[]> {
  const { rows } = await sql<{ id: GameServerId; game: string | null; profile: Profile }>`
    select id, game, profile from game_servers
    where store_id = ${storeId} and id = any(${serverIds}::uuid[]) order by id`.execute(tx)
  return rows.map(({ id, ...server }) => ({ serverId: id, rules: fieldRulesOf(server), profile: server.profile }))
}

type Check = {
  commands: string[]
  values: FieldValue[]
  /** Without any, the values must work in every console. */
  consoles: Pick<FieldConsole, 'rules' | 'profile'>[]
  /** The player who gets the product, if it is known. Their id must fit into the commands, too. */
  gameUserId?: string
  at: string
}

/** Refuses values that one of the consoles cannot take, so that no delivery fails because of them. */
export function requireExpressible({ commands, values, consoles, gameUserId, at }: Check): void {
  if (values.length === 0) return
  const targets = consoles.length > 0 ? consoles : [{ rules: ANY_CONSOLE, profile: 'standard' as const }]
  const refuse = (name: string, fault: FieldFault) => {
    const field = values.find((value) => value.name === name) ?? { name, label: name }
    return new FieldError(fault, { field, at })
  }
  for (const { rules, profile } of targets) {
    const { playerIds } = rulesOf(profile)
    const foreign = values.find(({ type, value }) => type === 'player' && playerIds?.test(value) === false)
    if (foreign) throw refuse(foreign.name, { code: 'not_a_player' })
    for (const command of commands) {
      try {
        const filled = fillFields(command, values, rules)
        if (gameUserId !== undefined) fillCommand(filled, { userId: gameUserId }, rules)
      } catch (error) {
        if (error instanceof UnsafeFieldError) throw refuse(error.field, toFault(error))
        // An id that no command can contain is not the fault of the values.
        if (!(error instanceof UnsafeUserIdError)) throw error
        const [name] = fieldsIn(command)
        if (name !== undefined && (error.code === 'command_too_long' || error.code === 'no_room_for_quotes'))
          throw refuse(name, toFault(error))
      }
    }
  }
}

function toFault({ code, value = '' }: Pick<UnsafeFieldError, 'code' | 'value'>): FieldFault {
  switch (code) {
    case 'too_long':
    case 'command_too_long':
      return { code: 'too_long_for_game' }
    case 'reserved':
      return { code: 'reserved', text: value }
    case 'first_character':
    case 'character':
      return { code: 'character', text: showCharacter(value) }
    case 'no_room_for_quotes':
      return { code: 'plain_only' }
    case 'command_name':
      return { code: 'not_sellable' }
    default:
      return { code: 'line' }
  }
}

/** Invisible characters are shown by their code point. */
function showCharacter(character: string): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? `"${character}"`
    : character === ' '
      ? '" "'
      : `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}
