import type { ReactElement } from 'react'
import { toPriceText } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Chip, type ChipKind } from '../../ui/chip.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import type { Run } from '../run-many.tsx'
import type { PlannedRow } from './plan-import.ts'

const LOOKS: Record<PlannedRow['kind'], { kind: ChipKind; icon: string }> = {
  create: { kind: 'ok', icon: 'plus' },
  change: { kind: 'info', icon: 'note' },
  same: { kind: 'neutral', icon: 'check' },
  refuse: { kind: 'bad', icon: 'failed' },
}

/** One line for each line of the file: what it does, and whether that worked. */
export function PlannedRows({ rows, run }: { rows: PlannedRow[]; run: Run<PlannedRow> }): ReactElement {
  const t = useTexts()
  return (
    <Table
      label={t('import.preview')}
      kind="lines"
      items={rows}
      keyOf={({ line }) => String(line)}
      columns={[
        { head: t('import.line'), cell: ({ line }) => t('import.lineNumber', { line }) },
        {
          head: t('product.name'),
          isUnlabeled: true,
          cell: ({ name }) => <span className="td-main">{name || '–'}</span>,
        },
        {
          head: t('bulk.result'),
          isUnlabeled: true,
          cell: (row) => (
            <Chip {...LOOKS[row.kind]} isPlain>
              {run.done.has(row) ? t('run.done') : t(`import.kind.${row.kind}`)}
            </Chip>
          ),
        },
        { head: t('import.what'), isUnlabeled: true, cell: (row) => <Details row={row} run={run} /> },
      ]}
    />
  )
}

function Details({ row, run }: { row: PlannedRow; run: Run<PlannedRow> }): ReactElement {
  const t = useTexts()
  const { currency } = useStore()
  return (
    <ul className="row-details">
      {run.failed.has(row) && (
        <li>
          <ProblemNote error={run.failed.get(row)} />
        </li>
      )}
      {row.errors.map(({ column, code, value }) => (
        <li key={`${column} ${code}`} className="is-bad">
          <code>{column}</code>: {t(`import.error.${code}`, { value, example: toPriceText(1_490, currency) })}
        </li>
      ))}
      {row.kind !== 'refuse' &&
        row.changes.map(({ column, from, to }) => (
          <li key={column}>
            <code>{column}</code>: <del>{from === '' ? '–' : from}</del> → <ins>{to === '' ? '–' : to}</ins>
          </li>
        ))}
    </ul>
  )
}
