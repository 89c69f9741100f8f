/** Statements whose text depends on more than the source code shows, as `file: message`, each with the reason. */
export const UNRESOLVED_STATEMENTS: Record<string, string> = {
  "server/src/setup/backup/count-rows.ts: `sql<{ name: string }>` select format('public.%I', relname) a` is not a constant object with `rows`":
    'a backup counts the rows of every table that the database has',
  "server/src/portable/insert-lines.ts: `name.replaceAll('\"', '\"\"')` is not a constant text":
    'an archive has rows of every table that belongs to a store',
  "server/src/portable/move/copy-changes.ts: `name.replaceAll('\"', '\"\"')` is not a constant text":
    'a move removes rows from every table that belongs to a store',
}
