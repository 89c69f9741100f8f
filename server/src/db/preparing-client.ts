import pg from 'pg'

/** Later texts are not prepared, because they are probably unique, for example with a list of varying length. */
const MAX_STATEMENTS = 400
const names = new Map<string, string>()

/**
 * Prepares statements, so that each is planned once per connection: planning is most of the cost of a short statement.
 * Statements without values, such as `begin`, are sent unchanged.
 */
export class PreparingClient extends pg.Client {
  // The driver has nine overloads of this method. Only a text with values is changed.
  override query: pg.Client['query'] = ((...args: unknown[]): unknown => {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return super.query(...((name === undefined ? args : [{ name, text, values }, ...rest]) as [string]))
  }) as pg.Client['query']
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
