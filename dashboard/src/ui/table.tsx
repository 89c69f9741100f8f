import type { LinkProps } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useDeferredValue } from 'react'
import type { CsvValue } from './list-parts/csv.ts'
import { useRowLinks } from './list-parts/row-links.ts'

export type Column<Item> = {
  head: string
  /** A column without it is only exported. */
  cell?: (item: Item) => ReactNode
  /** The value in a CSV file. A column without it is not exported. */
  csv?: (item: Item) => CsvValue
  /** Numbers are aligned at the right. */
  isNumber?: boolean
  /** On cards, a cell shows the head of its column. The first cell and those with buttons do not. */
  isUnlabeled?: boolean
  /** The head is for screen readers only, such as that of buttons. */
  isHeadHidden?: boolean
  className?: string
}

type TableProps<Item> = {
  label: string
  kind: 'cards' | 'lines' | 'cards dead'
  columns: Column<Item>[]
  /** Undefined while they are loaded: gray blocks keep the place. */
  items: Item[] | undefined
  isBusy?: boolean
  keyOf: (item: Item) => string
  link?: (item: Item) => LinkProps
}

const PLACEHOLDERS = 6
/** What most windows show without scrolling. The other rows are drawn after these. */
const FIRST_ROWS = 25

/** Its roles are written out, because tables that become cards on narrow screens would lose them. */
export function Table<Item>(props: TableProps<Item>): ReactElement {
  const { label, kind, items, isBusy, keyOf, link } = props
  const columns = props.columns.filter(({ cell }) => cell !== undefined)
  const { hrefOf, handlers } = useRowLinks()
  const busy = items === undefined || isBusy
  const rows = useDeferredValue(items?.length ?? FIRST_ROWS, FIRST_ROWS)
  return (
    <table role="table" className={kind} aria-label={label} aria-busy={busy} {...(link && handlers)}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head, isNumber, isHeadHidden }) => (
            <th key={head} role="columnheader" scope="col" className={isNumber ? 'num' : undefined}>
              {isHeadHidden ? <span className="sr">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items === undefined
          ? Array.from({ length: PLACEHOLDERS }, (_, index) => <Placeholder key={index} columns={columns.length} />)
          : items
              .slice(0, rows)
              .map((item) => <Row key={keyOf(item)} item={item} columns={columns} href={link && hrefOf(link(item))} />)}
      </tbody>
    </table>
  )
}

type RowProps<Item> = { item: Item; columns: Column<Item>[]; href: string | undefined }

function Row<Item>({ item, columns, href }: RowProps<Item>): ReactElement {
  return (
    <tr role="row">
      {columns.map(({ head, cell, isNumber, isUnlabeled, className }, index) => (
        <td
          key={head}
          role="cell"
          className={[isNumber && 'num', className].filter(Boolean).join(' ') || undefined}
          data-label={index === 0 || isUnlabeled ? undefined : head}
        >
          {index === 0 && href !== undefined ? (
            <a href={href} className="td-main plain">
              {cell?.(item)}
            </a>
          ) : (
            cell?.(item)
          )}
        </td>
      ))}
    </tr>
  )
}

function Placeholder({ columns }: { columns: number }): ReactElement {
  return (
    <tr role="row" aria-hidden="true">
      {Array.from({ length: columns }, (_, index) => (
        <td key={index} role="cell">
          <span className="blank" />
        </td>
      ))}
    </tr>
  )
}
