import { parseLineId } from './line-views.ts'

const MAX_CODE_LENGTH = 100

/** The button of the page that was pressed. `set` changes a line, and the others have a value of `do`. */
type Pressed = 'save' | 'continue' | 'look_up' | 'use_code' | 'sign_out' | 'apply_code' | 'remove_code' | 'remove_card'
const PRESSED: ReadonlySet<string> = new Set<Pressed>([
  'continue',
  'look_up',
  'use_code',
  'sign_out',
  'apply_code',
  'remove_code',
  'remove_card',
])

/** Everything that the fields of the basket page contain. Each of its buttons sends all of it. */
export type FilledBasket = {
  pressed: Pressed
  line: LineChoice | undefined
  /** Of the player who buys. Undefined if the page does not ask for it. */
  name: string | undefined
  isGift: boolean
  /** Undefined if the page does not ask for it. */
  recipient: string | undefined
  /** The recipient was typed or changed, but the box for gifts is empty. Only the buyer knows what they want. */
  isUnclear: boolean
  gameCode: string
  code: string
  /** The page showed another code, or none. */
  isNewCode: boolean
}

type LineChoice = NonNullable<ReturnType<typeof parseLineId>> & { quantity: number }

/** Reads the form of the basket page, or of the page `/who`, which has a part of its fields. `usual` is what the Enter key does. */
export function readFilledBasket(form: URLSearchParams, usual: 'save' | 'look_up'): FilledBasket {
  const text = (name: string) => (form.get(name) ?? '').trim()
  const recipient = form.has('recipient') ? text('recipient') : undefined
  const code = text('code').slice(0, MAX_CODE_LENGTH)
  const isGift = form.has('gift')
  return {
    pressed: readPressed(form.get('do')) ?? usual,
    line: readLine(form.get('set')),
    name: form.has('name') ? text('name') : undefined,
    isGift,
    recipient,
    isUnclear: !isGift && text('recipient') !== '' && recipient !== text('shown_recipient'),
    gameCode: text('game_code'),
    code,
    isNewCode: code !== text('shown_code'),
  }
}

function readPressed(text: string | null): Pressed | undefined {
  return text !== null && PRESSED.has(text) ? (text as Pressed) : undefined
}

/** `{line} {quantity}` */
function readLine(text: string | null): LineChoice | undefined {
  const [id = '', quantity = ''] = text?.split(' ') ?? []
  const line = parseLineId(id)
  return line && /^\d{1,6}$/.test(quantity) ? { ...line, quantity: Number(quantity) } : undefined
}
