import { formatTable, type Output } from '../../print.ts'
import { cleanLine } from './clean-text.ts'
import type { ImportDocument } from './document.ts'
import type { SentImport } from './send-import.ts'

const MAX_LINES = 100
const SIGNS = { created: '+', changed: '~', kept: '=', failed: '!' }

/** What an import did, or would do, as JSON and as text. `changes` is 0 if there was nothing to do. */
export function describeImport(document: ImportDocument, sent: SentImport, { dryRun }: { dryRun: boolean }): Output {
  const rows = Object.entries(sent.counts).map(([kind, counts]) => ({ kind, ...counts }))
  const changes = rows.reduce((sum, { created, changed }) => sum + created + changed, 0)
  const notes = [...document.notes, ...sent.notes]
  const { source } = document
  const json = { source, dryRun, changes, counts: sent.counts, items: sent.items, notes }
  const table = formatTable(rows, {
    '': ({ kind }) => (kind === 'giftCards' ? 'gift cards' : kind),
    created: ({ created }) => created,
    changed: ({ changed }) => changed,
    unchanged: ({ unchanged }) => unchanged,
    kept: ({ kept }) => kept,
    failed: ({ failed }) => failed,
  })
  const text = [
    dryRun ? `What would be imported from ${source}:` : `Imported from ${source}:`,
    table,
    ...section('', sent.items.flatMap(describeItem)),
    ...section(
      'Look at these:',
      notes.map(({ about, text: what }) => `${cleanLine(about, 60)}: ${cleanLine(what, 400)}`),
    ),
    '\nPictures are not imported. Nothing was delivered to a game server.',
    ...(dryRun && changes > 0 ? ['This was a dry run. Run the command again without --dry-run to import.'] : []),
  ].join('\n')
  return { json, text }
}

function describeItem({
  kind,
  outcome,
  name,
  sourceId,
  gameUserId,
  changes,
  message,
}: SentImport['items'][number]): string[] {
  const what = cleanLine(name ?? [gameUserId, sourceId].filter(Boolean).join(', '), 80)
  const differences = changes.map(
    ({ field, from, to }) => `      ${field}: ${cleanLine(from, 60)} → ${cleanLine(to, 60)}`,
  )
  return [`${SIGNS[outcome]} ${kind}: ${what}${message === null ? '' : `. ${cleanLine(message, 200)}`}`, ...differences]
}

function section(title: string, lines: string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length > MAX_LINES ? [`  and ${lines.length - MAX_LINES} more (use --json to see all)`] : []
  return [title === '' ? '' : `\n${title}`, ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`), ...more]
}
