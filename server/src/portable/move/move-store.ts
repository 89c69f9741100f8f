import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { announceStore } from '../announce-store.ts'
import { type CopySession, openCopySession, readAhead, readLines, readSchemaVersion } from '../copy-session.ts'
import { insertLines, linkDefaultServer } from '../insert-lines.ts'
import { addMembers, readMembers } from '../members.ts'
import { continueSequences } from '../position-sequences.ts'
import { resealer } from '../sealed-columns.ts'
import { readTenantTables, type TenantTable } from '../tenant-tables.ts'
import { changedSince, type Measure, measureRows, readSnapshotStart, removeMissing } from './copy-changes.ts'
import { drain, lockMove, type MoveRow, readMove, writeMove } from './move-row.ts'
import { removeRows } from './remove-rows.ts'
import { keepNames, switchStore } from './switch-store.ts'

/** One end of a move. */
export type MoveEnd = { cell: string; databaseUrl: string; sealer: Sealer }
type Target = MoveEnd & { publicUrl: string }

/** In this order. A crash after `switched` leaves the store in the target, and one before it in the source. */
export type Step = 'copied' | 'stopped' | 'arrived' | 'switched' | 'opened' | 'removed'

type Move = {
  storeId: StoreId
  from: MoveEnd
  to: Target
  onStep?: (step: Step) => void | Promise<void>
  /** How long processes of the source may need to learn that the store has left. */
  settleMs?: number
}

export type Moved = { rows: number; changedRows: number; stoppedMs: number; invited: string[] }

const SETTLE_MS = 5_000

type Ends = { source: CopySession; reader: CopySession; target: CopySession }

/**
 * Moves a store to another cell while it serves. Writes stop for the last difference only. After a crash at any point, one cell serves
 * the store, and the same call completes the move or starts it again.
 */
export async function moveStore({
  storeId,
  from,
  to,
  onStep = () => undefined,
  settleMs = SETTLE_MS,
}: Move): Promise<Moved> {
  const pools = [from, from, to].map(({ databaseUrl }) => openCopySession(databaseUrl, storeId))
  const [control, reader, target] = pools as [CopySession, CopySession, CopySession]
  try {
    // One connection for the whole move: its lock shows that the move is alive, and the switch needs the same session.
    return await control.connection().execute(async (source) => {
      const ends = { source, reader, target }
      await requireSameSchema(ends)
      if (!(await lockMove(source, storeId)))
        throw new AppError('conflict', 'This store is being moved already. Wait until that move has ended.')
      const earlier = await readMove(source, storeId)
      if (earlier?.state === 'moved' && earlier.cell === to.cell) {
        await openStore(target, storeId, earlier.token)
        await removeLater(source, { storeId, onStep, settleMs })
        return { rows: 0, changedRows: 0, stoppedMs: 0, invited: [] }
      }
      if (earlier && (earlier.state === 'moved' || earlier.state === 'arriving'))
        throw new AppError(
          'conflict',
          `This store is in the cell ${earlier.cell}. Run the command with the settings of that cell.`,
        )
      const token = randomBytes(32)
      const moved = await copyAndSwitch(ends, { storeId, from, to, token, onStep }).catch(async (error: unknown) => {
        // If the switch was committed, the row says so, and stays.
        await sql`delete from store_moves where id = ${storeId} and state in ('copying', 'stopping')`
          .execute(source)
          .catch(() => undefined)
        throw error
      })
      await removeLater(source, { storeId, onStep, settleMs })
      return moved
    })
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()))
  }
}

async function requireSameSchema({ reader, target }: Ends): Promise<void> {
  const [here, there] = [await readSchemaVersion(reader), await readSchemaVersion(target)]
  if (here !== there)
    throw new AppError(
      'conflict',
      `The cells have the schemas ${here} and ${there}. Upgrade both to the same version first.`,
    )
}

type Copy = Required<Pick<Move, 'storeId' | 'from' | 'to' | 'onStep'>> & { token: Buffer }

async function copyAndSwitch(
  { source, reader, target }: Ends,
  { storeId, from, to, token, onStep }: Copy,
): Promise<Moved> {
  await clearTarget(target, storeId)
  const row = (state: MoveRow['state'], cell: string): MoveRow => ({ state, cell, token })
  await writeMove(source, storeId, row('copying', to.cell))
  const tables = await readTenantTables(source, { forMove: true })
  const copy = {
    storeId,
    tables,
    reseal: (table: string) => resealer(table, { storeId, from: from.sealer, to: to.sealer }),
  }
  const moved = await target.transaction().execute(async (tx) => {
    await writeMove(tx, storeId, row('arriving', from.cell))
    const first = await inSnapshot(reader, async (snapshot) => ({
      xid: await readSnapshotStart(snapshot),
      rows: await copyRows({ from: snapshot, to: tx }, { ...copy }),
    }))
    // Once more while the store serves, so that little is left for the time without writes.
    const second = await inSnapshot(reader, async (snapshot) => ({
      xid: await readSnapshotStart(snapshot),
      rows: await copyDifference({ from: snapshot, to: tx }, { ...copy, since: first.xid, by: 'keys' }),
    }))
    await continueSequences(tx, storeId)
    await onStep('copied')
    const stoppedAt = performance.now()
    await writeMove(source, storeId, row('stopping', to.cell))
    await drain(source)
    await onStep('stopped')
    const changedRows = await inSnapshot(reader, (snapshot) =>
      copyDifference({ from: snapshot, to: tx }, { ...copy, since: second.xid, by: 'rows' }),
    )
    const members = await readMembers(source, storeId)
    const { invited } = await addMembers(tx, { storeId, members, sealer: to.sealer, publicUrl: to.publicUrl })
    // Requests that reach the target already are forwarded to the source until it has switched.
    await keepNames(tx, storeId)
    await announceStore(tx, storeId)
    return { rows: first.rows, changedRows: second.rows + changedRows, invited, stoppedAt }
  })
  await onStep('arrived')
  await switchStore(source, storeId, token)
  await onStep('switched')
  await openStore(target, storeId, token)
  const { stoppedAt, ...counted } = moved
  return { ...counted, stoppedMs: Math.round(performance.now() - stoppedAt) }
}

/** Rows of an earlier move that was not completed, or of the time when the store was here. */
async function clearTarget(target: CopySession, storeId: StoreId): Promise<void> {
  const earlier = await readMove(target, storeId)
  const { rows } = await sql`select id from stores where id = ${storeId}`.execute(target)
  if (rows.length > 0 && earlier?.state !== 'moved' && earlier?.state !== 'arriving')
    throw new AppError(
      'conflict',
      'The other cell serves a store with this id already. Check which cell is the right one.',
    )
  // The row of the earlier move stays: requests that reach the target are forwarded to the source until the store has arrived.
  await removeRows(target, storeId)
}

async function inSnapshot<T>(reader: CopySession, work: (tx: CopySession) => Promise<T>): Promise<T> {
  return reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

type Rows = {
  storeId: StoreId
  tables: TenantTable[]
  reseal: (table: string) => ((line: string) => string) | undefined
  since?: string
}

async function copyRows(
  { from, to }: { from: CopySession; to: CopySession },
  { storeId, tables, reseal, since }: Rows,
): Promise<number> {
  let rows = 0
  let storeLine: string | undefined
  for (const table of tables) {
    const sealAgain = reseal(table.name)
    const where = since === undefined ? undefined : changedSince(since)
    let inserted = 0
    for await (const lines of readAhead(readLines(from, { storeId, table, firstPosition: '1', where }))) {
      await insertLines(to, {
        storeId,
        table,
        positionOffset: 0n,
        lines: sealAgain ? lines.map(sealAgain) : lines,
        inserted: since === undefined ? inserted : undefined,
      })
      if (table.name === 'stores') storeLine = lines[0]
      inserted += lines.length
    }
    rows += inserted
  }
  if (storeLine !== undefined) await linkDefaultServer(to, storeId, storeLine)
  return rows
}

/**
 * Copies what was written since an earlier copy, and removes what was removed. Both ends have the same keys afterwards. The copy lacks no
 * row then, so it has as many rows only if it has the same ones.
 */
async function copyDifference(
  ends: { from: CopySession; to: CopySession },
  { by, ...rows }: Rows & { since: string; by: Measure },
): Promise<number> {
  const { storeId, tables } = rows
  const changed = await copyRows(ends, rows)
  for (const table of tables.toReversed()) {
    const isSame = async () => {
      const measure = { storeId, table, by }
      const [here, there] = await Promise.all([measureRows(ends.from, measure), measureRows(ends.to, measure)])
      return here === there
    }
    if (await isSame()) continue
    await removeMissing(ends, { storeId, table })
    if (!(await isSame())) throw new Error(`the rows of ${table.name} differ after they were copied`)
  }
  return changed
}

/** The target serves the store from here on. */
async function openStore(target: CopySession, storeId: StoreId, token: Buffer): Promise<void> {
  await sql`delete from store_moves where id = ${storeId} and state = 'arriving' and token = ${token}`.execute(target)
}

type Removal = Required<Pick<Move, 'storeId' | 'onStep' | 'settleMs'>>

/** The rows stay until every process of the source knows that the store has left. */
async function removeLater(source: CopySession, { storeId, onStep, settleMs }: Removal): Promise<void> {
  await onStep('opened')
  await sleep(settleMs)
  await removeRows(source, storeId)
  await onStep('removed')
}
