import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../app/texts.tsx'
import { ExportCsv } from './list-parts/export-csv.tsx'
import { type FilterField, Filters, useFilters } from './list-parts/filters.tsx'
import { listQuery, type ListSource, type PageInput } from './list-parts/list-query.ts'
import { Pager, useCursor } from './list-parts/pager.tsx'
import { ProblemNote } from './problem.tsx'
import { type Column, Table } from './table.tsx'

export type { Column, FilterField }

type ListProps<Input extends PageInput, Item> = ListSource<Input, Item> & {
  /** The heading of the panel. Without it, `label` names the panel for screen readers. */
  title?: string
  label: string
  columns: Column<Item>[]
  keyOf: (item: Item) => string
  /** The page about an item: a link around its first cell. */
  link?: (item: Item) => LinkProps
  /** What stands here if there is nothing: `Empty`. */
  empty: ReactNode
  filters?: FilterField[]
  /** The name of the CSV file, without `.csv`. Without it, there is no export under the table. */
  file?: string
  /** When tables become cards: below 960 px, or below 640 px if they are narrow. */
  kind?: 'cards' | 'lines' | 'cards dead'
  refetchInterval?: number
  /** Beside the title, such as the button that adds an item. */
  beside?: ReactNode
}

/** A panel with one page of a list of the API. Its filters and its cursor are in the address. */
export function List<Input extends PageInput, Item>(props: ListProps<Input, Item>): ReactElement {
  const { call, input, queryKey, title, label, columns, filters = [], file, kind = 'cards', beside } = props
  const t = useTexts()
  const cursor = useCursor()
  const hasFilter = Object.keys(useFilters(filters)).length > 0
  const query = useQuery({
    ...listQuery({ call, input, queryKey }, cursor),
    placeholderData: keepPreviousData,
    ...(props.refetchInterval !== undefined && { refetchInterval: props.refetchInterval }),
  })
  const isEmpty = query.data?.items.length === 0
  const isFirstAndLast = cursor === undefined && query.data?.nextCursor === null

  return (
    <section className="panel" aria-label={title ?? label}>
      {title === undefined ? (
        <h2 className="sr">{label}</h2>
      ) : (
        <div className="panel-head">
          <h2>{title}</h2>
          {beside}
        </div>
      )}
      {filters.length > 0 && <Filters fields={filters} />}
      {query.error !== null && (
        <div className="panel-body">
          <ProblemNote error={query.error} />
        </div>
      )}
      {isEmpty && !hasFilter && cursor === undefined && props.empty}
      {isEmpty && (hasFilter || cursor !== undefined) && (
        <div className="empty">
          <h3>{t('list.noMatch')}</h3>
        </div>
      )}
      {!isEmpty && query.error === null && (
        <Table
          label={label}
          kind={kind}
          columns={columns}
          items={query.data?.items}
          isBusy={query.isPlaceholderData}
          keyOf={props.keyOf}
          {...(props.link && { link: props.link })}
        />
      )}
      {query.data && (!isFirstAndLast || (!isEmpty && file !== undefined)) && (
        <div className="panel-foot">
          <span>{t('list.rows', { count: query.data.items.length })}</span>
          {file !== undefined && <ExportCsv each={call.each} input={input} columns={columns} file={file} />}
          {!isFirstAndLast && <Pager nextCursor={query.data.nextCursor} />}
        </div>
      )}
    </section>
  )
}
