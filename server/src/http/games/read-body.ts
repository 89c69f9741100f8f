import { AppError } from '../../errors.ts'

const DEEPEST = 16
const BOM = 0xfeff

/** Reads a JSON body as leniently as clients need: a byte order mark is passed over. */
export function readBody(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text.charCodeAt(0) === BOM ? text.slice(1) : text)
  } catch (error) {
    throw new AppError('malformed_json', 'The body is not valid JSON', { cause: error })
  }
  if (depthOf(value) > DEEPEST) throw new AppError('malformed_json', `The body is nested deeper than ${DEEPEST} levels`)
  return value
}

/** Level by level: a recursion would overflow on what it is meant to refuse. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value]
  let depth = 0
  for (;;) {
    const nested = level.filter((item) => typeof item === 'object' && item !== null)
    if (nested.length === 0) return depth
    depth++
    if (depth > DEEPEST) return depth
    level = nested.flatMap((item) => Object.values(item))
  }
}
