import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import { formatId, type GameServerId, type StoreId } from '../../ids.ts'
import { hashSecretToken } from '../../secret-token.ts'
import { resumeAbandonedMoves } from './move-row.ts'

export type MovedStore = {
  /** The cell that serves the store. */
  cell: string
  /** Set if the store has left for that cell: proves to it that this cell has stopped. Not set while the store arrives from there. */
  proof?: string
  label?: string
}
/** What tells the store of a request. */
export type Asked = { authorization: string | undefined; host: string; path: string }

export type MovedStores = {
  isEmpty: () => boolean
  /** The cell that serves the store of a request, if the store has left, or is about to arrive. */
  find: (asked: Asked) => MovedStore | undefined
  /** Reads which stores have left, if that has changed. */
  refresh: () => Promise<void>
  /** How often to do that. A move waits longer before it removes the rows of a store. Requests that are held read more often. */
  refreshMs: number
  /** Waits until no store of this cell is stopped for a move, at most for `ms`. False: one still is. */
  settled: (ms: number) => Promise<boolean>
  /** A store that arrived here serves, because the cell that it left has said so by its token. */
  open: (token: string) => Promise<void>
}

type Row = {
  kind: 'key' | 'token' | 'host' | 'label' | 'store'
  name: string
  cell: string
  token: string
  state: 'moved' | 'arriving'
}

const STORE_ID = /\/(sto_[0-9a-z]{26})(?=[/?]|$)/
const ASK_AGAIN_MS = 100
const REFRESH_MS = 1_000
const REFRESH_ALONE_MS = 3_000

type Options = {
  /** `STOREFRONT_DOMAIN`. */
  domain: string | undefined
  /** No other cell is known. */
  isAlone: boolean
  /** Receives the game servers of stores that have just left. */
  onLeft: (serverIds: GameServerId[]) => void
}

/** What requests for stores that have left are recognised by, in memory. Requests of an installation without such stores pay nothing. */
export function createMovedStores(db: GatewayDb, { domain, isAlone, onLeft }: Options): MovedStores {
  let names = new Map<string, MovedStore>()
  let known = new Set<string>()
  /** The tokens of stores that arrive here. */
  let arriving = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY
  let version = ''
  let isStopped = false
  let asking: Promise<void> | undefined

  async function read(): Promise<void> {
    const { rows: found } = await sql<{ version: string; stopped: boolean }>`
      select concat_ws(' ', count(*) filter (where state = 'moved'), count(*) filter (where state = 'arriving'), max(changed_at)) as version,
        coalesce(bool_or(state = 'stopping'), false) as stopped
      from store_moves`.execute(db)
    isStopped = found[0]?.stopped === true
    readAt = performance.now()
    const newest = found[0]?.version ?? ''
    if (newest === version) return
    const { rows } = await sql<Row>`
      select n.kind, n.name, m.cell, m.state, encode(m.token, 'hex') as token
      from moved_names n join store_moves m on m.id = n.id where m.state in ('moved', 'arriving')
      union all
      select 'store', id::text, cell, state, encode(token, 'hex') from store_moves where state in ('moved', 'arriving')`.execute(
      db,
    )
    const left = rows.filter(({ kind, token }) => kind === 'store' && !known.has(token)).map(({ name }) => name)
    names = new Map(rows.flatMap(toEntry))
    known = new Set(rows.map(({ token }) => token))
    arriving = new Set(rows.filter(({ state }) => state === 'arriving').map(({ token }) => token))
    version = newest
    const servers = await sql<{ id: GameServerId }>`
      select id from game_servers where store_id = any (${left}::uuid[])`.execute(db)
    onLeft(servers.rows.map(({ id }) => id))
  }

  function toEntry({ kind, name, cell, token, state }: Row): [string, MovedStore][] {
    const store: MovedStore = state === 'moved' ? { cell, proof: token } : { cell }
    if (kind === 'store') return [[`store ${formatId('sto', name as StoreId)}`, store]]
    if (kind === 'label') return domain === undefined ? [] : [[`host ${name}.${domain}`, { ...store, label: name }]]
    return [[`${kind} ${name}`, store]]
  }

  async function refresh(): Promise<void> {
    asking ??= read().finally(() => (asking = undefined))
    return asking
  }

  return {
    isEmpty: () => names.size === 0,
    find({ authorization, host, path }) {
      const key = authorization
        ?.trim()
        .split(/[ \t]+/)
        .at(-1)
      const hash = key === undefined || key === '' ? '' : hashSecretToken(key).toString('hex')
      const id = STORE_ID.exec(path)?.[1]
      return (
        (hash === '' ? undefined : (names.get(`key ${hash}`) ?? names.get(`token ${hash}`))) ??
        (id === undefined ? undefined : names.get(`store ${id}`)) ??
        names.get(`host ${host}`)
      )
    },
    refresh,
    refreshMs: isAlone ? REFRESH_ALONE_MS : REFRESH_MS,
    async settled(ms) {
      for (const until = Date.now() + ms; ; await sleep(ASK_AGAIN_MS)) {
        await refresh()
        if (isStopped && (await resumeAbandonedMoves(db)) > 0) continue
        if (!isStopped || Date.now() >= until) return !isStopped
      }
    },
    async open(token) {
      // Anyone can send a token. One that is not known costs a read at most, and not one for each request.
      if (!arriving.has(token) && performance.now() - readAt > ASK_AGAIN_MS) await refresh()
      if (!arriving.has(token)) return
      await sql`
        delete from store_moves where state = 'arriving' and token = ${Buffer.from(token, 'hex')}`.execute(db)
      // A read that has begun before may still see it as arriving.
      await asking
      await refresh()
    },
  }
}
