import pg from 'pg'

/** Beyond this many, a text is one of a kind (a list of varying length, say) and not worth keeping. */
const MOST_STATEMENTS = 400
const names = new Map<string, string>()

/**
 * Plans each statement once a connection instead of every time: planning is most of what a short statement costs. What
 * has no values is not repeated for its speed (`begin`, `commit`) and goes as it is.
 */
export class PreparingClient extends pg.Client {
  // The driver's type lists nine forms of this call; what is not a text with values passes unchanged.
  override query: pg.Client['query'] = ((...args: unknown[]): unknown => {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return super.query(...((name === undefined ? args : [{ name, text, values }, ...rest]) as [string]))
  }) as pg.Client['query']
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
