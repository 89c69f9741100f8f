import { AppError } from '../errors.ts'

/** The point up to which a watcher has seen the feed. After a failover, on another timeline, transaction ids may repeat. */
export type FeedCursor = { timeline: string; snapshot: string }

/** The cursor behind everything that a statement sees. */
export const CURSOR = `pg_current_snapshot()::text as snapshot, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`

const MAX_LENGTH = 4_000
const MAX_XID = 2n ** 63n

export function writeFeedCursor({ timeline, snapshot }: FeedCursor): string {
  return `${timeline}.${snapshot}`
}

/** Rejects everything that PostgreSQL would not accept as a snapshot: `xmin:xmax:` and the transactions between them. */
export function parseFeedCursor(text: string): FeedCursor {
  const [, timeline = '', xmin = '', xmax = '', list = ''] =
    (text.length <= MAX_LENGTH && /^([0-9A-F]{8})\.(\d{1,19}):(\d{1,19}):((?:\d{1,19},)*\d{0,19})$/.exec(text)) || []
  const [low, high] = [BigInt(xmin), BigInt(xmax)]
  const ids = list === '' ? [] : list.split(',').map((id) => (id === '' ? -1n : BigInt(id)))
  const isSorted = ids.every((id, index) => id >= low && id < high && id > (ids[index - 1] ?? -1n))
  if (timeline === '' || low < 1n || low > high || high >= MAX_XID || !isSorted)
    throw new AppError('invalid_request', 'This is not a cursor of the feed. Request the feed again without it.')
  return { timeline, snapshot: `${low}:${high}:${ids.join()}` }
}
