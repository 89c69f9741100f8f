import { ID_HISTORY } from '../db/history-of-ids.ts'
import { AppError } from '../errors.ts'

/** The point up to which a watcher has seen the feed. In another history, transaction ids repeat. */
export type FeedCursor = { history: string; snapshot: string }

/** The cursor behind everything that a statement sees. */
export const CURSOR = `pg_current_snapshot()::text as snapshot, ${ID_HISTORY} as history`

const MAX_LENGTH = 4_000
const MAX_XID = 2n ** 63n

export function writeFeedCursor({ history, snapshot }: FeedCursor): string {
  return `${history}.${snapshot}`
}

/** Rejects everything that PostgreSQL would not accept as a snapshot: `xmin:xmax:` and the transactions between them. */
export function parseFeedCursor(text: string): FeedCursor {
  const [, history = '', xmin = '', xmax = '', list = ''] =
    (text.length <= MAX_LENGTH && /^([0-9A-F]{8})\.(\d{1,19}):(\d{1,19}):((?:\d{1,19},)*\d{0,19})$/.exec(text)) || []
  const [low, high] = [BigInt(xmin), BigInt(xmax)]
  const ids = list === '' ? [] : list.split(',').map((id) => (id === '' ? -1n : BigInt(id)))
  const isSorted = ids.every((id, index) => id >= low && id < high && id > (ids[index - 1] ?? -1n))
  if (history === '' || low < 1n || low > high || high >= MAX_XID || !isSorted)
    throw new AppError('invalid_request', 'This is not a cursor of the feed. Request the feed again without it.')
  return { history, snapshot: `${low}:${high}:${ids.join()}` }
}
