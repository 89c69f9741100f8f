import { AppError } from '../../errors.ts'

const MAX_DEPTH = 16
const BYTE_ORDER_MARK = 0xfeff

/** Parses a JSON body. A byte order mark, which some clients send, is skipped. */
export function readBody(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text)
  } catch (error) {
    throw new AppError('malformed_json', 'The body is not valid JSON', { cause: error })
  }
  if (depthOf(value) > MAX_DEPTH) {
    throw new AppError('malformed_json', `The body is nested deeper than ${MAX_DEPTH} levels`)
  }
  return value
}

/** Level by level, because a recursion would overflow on the bodies that it has to refuse. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value]
  let depth = 0
  for (;;) {
    const nested = level.filter((item) => typeof item === 'object' && item !== null)
    if (nested.length === 0) return depth
    depth++
    if (depth > MAX_DEPTH) return depth
    level = nested.flatMap((item) => Object.values(item))
  }
}
