type Ask = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

type Relation = { name: string; columns: string[] }

/**
 * Counts the rows that contain a value, by `table.column`, in all tables of the database including the system catalogs.
 * Also finds the value inside JSON, hex, base64 and URL encodings.
 */
export async function scanDatabase(ask: Ask, value: string): Promise<Record<string, number>> {
  const relations = (await ask(
    `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'm') and c.relnamespace <> 'pg_toast'::regnamespace group by c.oid order by 1`,
  )) as Relation[]
  const found: Record<string, number> = {}
  for (const { name, columns } of relations) {
    const counts = columns.map(
      (column) => `(count(*) filter (where exists (
         select from unnest($1::text[]) as form where strpos(${column}::text, form) > 0)))::integer as ${column}`,
    )
    const [row = {}] = await ask(`select ${counts.join(', ')} from ${name}`, [formsOf(value)])
    for (const [column, count] of Object.entries(row)) {
      if (Number(count) > 0) found[`${name.replace(/_\d{4}_\d\d$/, '')}.${column}`] = Number(count)
    }
  }
  return found
}

/** The encodings of a text inside another text. */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const json = JSON.stringify(value).slice(1, -1)
  const hex = bytes.toString('hex')
  return [
    ...new Set([
      value,
      json,
      JSON.stringify(json).slice(1, -1),
      hex,
      hex.toUpperCase(),
      encodeURIComponent(value),
      ...base64Of(bytes),
    ]),
  ]
}

/** For each possible alignment, the base64 characters that depend only on the value. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(Math.ceil((before * 8) / 6), whole)
  })
}
