import {
  type FilledField,
  fillCommand,
  fillFields,
  type Game,
  isPositional,
  type Manage,
  OLD_CLIENT_PLAYER_IDS,
  toFivemCommand,
  type UnsafeUserIdCode,
  UnsafeFieldError,
  UnsafeUserIdError,
} from '@quartermaster/sdk'

export type Refusal = { code: UnsafeUserIdCode | 'not_a_number' | 'not_positional'; value?: string | undefined }
/** `parts` alternates between the text of the owner and what stands for the player. */
export type Rendered = { parts: string[]; isQuoted: boolean } | { refusal: Refusal }

export type Console = { game: Game; profile: Manage.GameServer['profile'] }

const PLACEHOLDER = '{userId}'
const SPECIAL = /[\\^$.*+?()[\]{}|]/g

/** What the console receives, by the same code that agents and clients run. */
export function renderCommand(
  command: string,
  userId: string,
  { game, profile }: Console,
  fields: FilledField[] = [],
): Rendered {
  if (profile !== 'standard') {
    if (!OLD_CLIENT_PLAYER_IDS[profile].test(userId)) return { refusal: { code: 'not_a_number' } }
    if (profile === 'mta' && !isPositional(command)) return { refusal: { code: 'not_positional' } }
  }
  const adapted = profile === 'fivem' ? toFivemCommand(command) : command.trim()
  try {
    // As the server does it when it creates the delivery.
    const template = fillFields(adapted, fields, profile === 'standard' ? game : 'plain')
    const filled = fillCommand(template, { userId }, game)
    const quoted = [userId, ...fields.map(({ value }) => value)].some((value) => filled.includes(`"${value}"`))
    return { parts: splitFilled(template, filled), isQuoted: quoted }
  } catch (error) {
    if (error instanceof UnsafeUserIdError || error instanceof UnsafeFieldError)
      return { refusal: { code: error.code, value: error.value } }
    throw error
  }
}

function splitFilled(template: string, filled: string): string[] {
  const pattern = template.split(PLACEHOLDER).map((part) => `(${part.replaceAll(SPECIAL, String.raw`\$&`)})`)
  const match = new RegExp(`^${pattern.join('(.+?)')}$`, 's').exec(filled)
  return match ? match.slice(1) : [filled]
}
