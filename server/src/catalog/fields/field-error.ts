import { AppError } from '../../errors.ts'

/** Why a value is refused. `count` is a limit, and `text` a character or a word. */
export type FieldFault = {
  code:
    | 'missing'
    | 'too_short'
    | 'too_long'
    | 'pattern'
    | 'line'
    | 'not_a_number'
    | 'too_small'
    | 'too_large'
    | 'not_a_choice'
    | 'not_a_discord_id'
    | 'not_a_player'
    | 'character'
    | 'reserved'
    | 'too_long_for_game'
    | 'plain_only'
    | 'not_sellable'
  count?: number
  text?: string
}

type Place = {
  field: { name: string; label: string }
  /** The hint of the field, which says what a pattern means. */
  hint?: string
  /** Where the values of this product are in the request, such as `body/items/0/fields`. */
  at: string
}

/** The buyer has to change a value of a product. */
export class FieldError extends AppError {
  readonly fieldName: string
  readonly label: string
  readonly fault: FieldFault

  constructor(fault: FieldFault, { field, hint = '', at }: Place) {
    super('field_invalid', `"${field.label}" ${describe(fault, hint)}`, { field: `${at}/${field.name}` })
    this.fieldName = field.name
    this.label = field.label
    this.fault = fault
  }
}

type Describe = (fault: { count: number; text: string; hint: string }) => string

/** What the buyer reads after the label of the field. */
const DESCRIPTIONS: Record<FieldFault['code'], Describe> = {
  missing: () => 'is missing. Enter it.',
  too_short: ({ count }) => `is too short. Enter at least ${count} characters.`,
  too_long: ({ count }) => `is too long. Enter at most ${count} characters.`,
  pattern: ({ hint }) => `does not have the right form. ${hint || 'Ask the store which form it needs.'}`,
  line: () => 'must be one line without invisible characters. Type it again.',
  not_a_number: () => 'must be a whole number, such as 5.',
  too_small: ({ count }) => `must be at least ${count}.`,
  too_large: ({ count }) => `must be at most ${count}.`,
  not_a_choice: () => 'must be one of the choices. Choose one.',
  not_a_discord_id: () =>
    'must be the id of a Discord account: 17 to 20 digits. In Discord, turn on the developer mode and copy the id of the user.',
  not_a_player: () => 'must be the number that the game shows for this player, without leading zeros.',
  character: ({ text }) => `contains ${text}, which the game cannot read there. Remove it.`,
  reserved: ({ text }) =>
    `must not be "${text}", because this word has a special meaning in the game. Enter something else.`,
  too_long_for_game: () => 'is too long for the game. Enter something shorter.',
  plain_only: () => 'must be one word for this game. Use letters, digits and _ only.',
  not_sellable: () =>
    'cannot be used in a command of this product. Tell the store; its owner has to change the command.',
}

function describe({ code, count = 0, text = '' }: FieldFault, hint: string): string {
  return DESCRIPTIONS[code]({ count, text, hint })
}
