/** A table that SQL reads or writes, or a function that it calls. */
export type NameInSql = { name: string; at: number }

const WORD = /[a-z_][a-z0-9_]*/

/** Tables behind `from`, `join`, `into` and so on, also in lists, except the names of common table expressions. */
export function tablesIn(sql: string): NameInSql[] {
  const text = withoutComments(sql)
  const local = new Set(
    [...text.matchAll(/\b(\w+)(?: \([^()]*\))? as (?:not )?(?:materialized )?\(/g)].map(([, name]) => name),
  )
  const listed = new RegExp(
    `\\b(?:from|join|into|update|using|table|only|references|on)\\s+(?:only\\s+|if not exists\\s+)?((?:${WORD.source})(?:\\s+(?:as\\s+)?${WORD.source})?(?:\\s*,\\s*${WORD.source}(?:\\s+(?:as\\s+)?${WORD.source})?)*)`,
    'g',
  )
  const found: NameInSql[] = []
  for (const match of text.matchAll(listed)) {
    const list = match[1] ?? ''
    const start = match.index + match[0].length - list.length
    let at = 0
    for (const part of list.split(',')) {
      const name = WORD.exec(part)
      if (name) found.push({ name: name[0], at: start + at + name.index })
      at += part.length + 1
    }
  }
  for (const match of text.matchAll(/'(\w+)'::regclass/g)) found.push({ name: match[1] ?? '', at: match.index + 1 })
  return found.filter(({ name }) => !local.has(name))
}

export function callsIn(sql: string): NameInSql[] {
  const text = withoutComments(sql)
  return [...text.matchAll(/\b([a-z_][a-z0-9_]*)\s*\(/g)].map((match) => ({ name: match[1] ?? '', at: match.index }))
}

/** Comments become spaces, so that positions stay the same. */
function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
}
