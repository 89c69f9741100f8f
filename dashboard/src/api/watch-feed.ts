import type { Manage } from '@quartermaster/sdk'

export type FeedState = 'connecting' | 'live'

const RETRY_MS = 10_000

type Handlers = { onFeed: (feed: Manage.Feed) => void; onState: (state: FeedState) => void }

/** Follows the live feed of a store until it is stopped. The browser reconnects by itself, and continues where it was. */
export function watchFeed(storeId: string, { onFeed, onState }: Handlers): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    source = new EventSource(`/api/manage/1.0/stores/${encodeURIComponent(storeId)}/feed`)
    source.addEventListener('open', () => onState('live'))
    source.addEventListener('message', ({ data }) => onFeed(JSON.parse(String(data)) as Manage.Feed))
    source.addEventListener('error', () => {
      onState('connecting')
      // An answer such as "too many" ends it for good.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS)
    })
  }

  open()
  return () => {
    clearTimeout(retry)
    source?.close()
  }
}
