import { Link, useLocation, useRouter, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many pages of this list were turned in this tab. */
    turned?: number
  }
}

type Search = Record<string, string | undefined>

/** The cursor of the page, which is in the address. */
export function useCursor(): string | undefined {
  return (useSearch({ strict: false }) as Search)['cursor']
}

const withCursor = (cursor: string | undefined) => ((old: Search) => ({ ...old, cursor })) as never

/** The API knows only the next page. The previous one is in the history of the tab, else the first page is offered. */
export function Pager({ nextCursor }: { nextCursor: string | null }): ReactElement {
  const t = useTexts()
  const { history } = useRouter()
  const cursor = useCursor()
  const turned = useLocation({ select: ({ state }) => state.turned ?? 0 })
  const previous = (
    <>
      <Icon name="prev" />
      {cursor !== undefined && turned === 0 ? t('list.first') : t('list.previous')}
    </>
  )
  return (
    <span className="pager">
      {cursor === undefined || turned > 0 ? (
        <Button disabled={cursor === undefined} onClick={() => history.back()}>
          {previous}
        </Button>
      ) : (
        <Link className="btn" to="." search={withCursor(undefined)}>
          {previous}
        </Link>
      )}
      {nextCursor === null ? (
        <Button disabled>
          {t('list.next')}
          <Icon name="chevron" />
        </Button>
      ) : (
        <Link
          className="btn"
          to="."
          search={withCursor(nextCursor)}
          state={(old) => ({ ...old, turned: (cursor === undefined ? 0 : turned) + 1 })}
        >
          {t('list.next')}
          <Icon name="chevron" />
        </Link>
      )}
    </span>
  )
}
