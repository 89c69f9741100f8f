import { AppError } from '../../errors.ts'

/** A step of a pattern: one character that `test` accepts, any number of them, or none. */
type Step = { test: RegExp; mayRepeat: boolean; mayMiss: boolean }

export type Pattern = readonly Step[]

const MAX_STEPS = 500
const MAX_REPEATS = 200
/** A class, an escape or one character, and how often it may occur. */
const ITEM =
  /(\[(?:\\.|[^\]\\])+\]|\\p\{\w+\}|\\[dDwWsS]|\\[^A-Za-z0-9\s]|[^\\[\](){}|?*+^$])([?*+]|\{\d{1,3}(?:,\d{0,3})?\})?/suy

/**
 * Reads a pattern of an owner: characters, `.`, `\d`, `\p{L}` and classes such as `[a-z]`, with `?`, `*`, `+` and `{2,5}`. It has no
 * groups and no alternatives, so that the time to match grows with the length of the text and of the pattern only.
 */
export function readPattern(text: string): Pattern {
  const source = text.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  const steps: Step[] = []
  ITEM.lastIndex = 0
  while (ITEM.lastIndex < source.length) {
    const from = ITEM.lastIndex
    const [, atom, times = ''] = ITEM.exec(source) ?? []
    if (atom === undefined) throw invalid(text, `"${source.slice(from)}" cannot be read`)
    steps.push(...toSteps(text, { atom, times }))
    if (steps.length > MAX_STEPS) throw invalid(text, `it allows more than ${MAX_STEPS} characters`)
  }
  if (steps.length === 0) throw invalid(text, 'it is empty')
  return steps
}

/** Whether the whole text matches. Follows all possible positions at once, so nothing is tried twice. */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  let positions = skipOptional(pattern, new Set([0]))
  for (const character of text) {
    const next = new Set<number>()
    for (const position of positions) {
      const step = pattern[position]
      if (!step?.test.test(character)) continue
      next.add(step.mayRepeat ? position : position + 1)
    }
    if (next.size === 0) return false
    positions = skipOptional(pattern, next)
  }
  return positions.has(pattern.length)
}

/** Adds the positions behind steps that may be missing. A set is iterated in order, and what is added is visited too. */
function skipOptional(pattern: Pattern, positions: Set<number>): Set<number> {
  for (const position of positions) if (pattern[position]?.mayMiss) positions.add(position + 1)
  return positions
}

function toSteps(text: string, { atom, times }: { atom: string; times: string }): Step[] {
  const test = toTest(text, atom)
  const [min, max] = toRange(times)
  if (Math.max(min, max === Infinity ? 0 : max) > MAX_REPEATS || max < min)
    throw invalid(text, `"${atom}${times}" must repeat from a lower to a higher number, up to ${MAX_REPEATS}`)
  return [
    ...Array.from({ length: min }, () => ({ test, mayRepeat: false, mayMiss: false })),
    ...(max === Infinity
      ? [{ test, mayRepeat: true, mayMiss: true }]
      : Array.from({ length: max - min }, () => ({ test, mayRepeat: false, mayMiss: true }))),
  ]
}

/** An expression for one character, which takes no time worth mentioning. */
function toTest(text: string, atom: string): RegExp {
  try {
    return new RegExp(`^${atom}$`, 'su')
  } catch {
    throw invalid(text, `"${atom}" cannot be read`)
  }
}

function toRange(times: string): [min: number, max: number] {
  if (times === '') return [1, 1]
  if (times === '?') return [0, 1]
  if (times === '*') return [0, Infinity]
  if (times === '+') return [1, Infinity]
  const [, min = '', comma, max = ''] = /^\{(\d+)(,)?(\d*)\}$/.exec(times) ?? []
  return [Number(min), comma === undefined ? Number(min) : max === '' ? Infinity : Number(max)]
}

function invalid(text: string, reason: string): AppError {
  return new AppError(
    'invalid_request',
    `The pattern "${text}" is invalid: ${reason}. Use characters, \\d, \\w, \\p{L} and classes such as [a-z], with ?, *, + or {2,5}. Groups and alternatives (|) are not supported; use a field of the type choice instead.`,
  )
}
