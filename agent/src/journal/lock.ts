import { readFileSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export class LockedError extends Error {
  override readonly name = 'LockedError'
}

/**
 * Allows one process at a time. Each process creates a lock file of its own and then checks for others. If two start at
 * the same moment, at least one sees the other, and no process removes the lock file of a running process.
 */
export async function lockJournal(path: string): Promise<() => Promise<void>> {
  const ownFile = `${path}.lock-${process.pid}-${readStartTime(process.pid)}`
  const unlock = () => rm(ownFile, { force: true })
  await createLockFile(path, ownFile)
  try {
    for (const other of await findOtherLocks(path, ownFile)) {
      if (other.isAlive) throw new LockedError(describeLock(path, other.pid))
      await rm(other.file, { force: true })
    }
  } catch (error) {
    await unlock()
    throw error
  }
  return unlock
}

async function createLockFile(path: string, ownFile: string): Promise<void> {
  try {
    await (await open(ownFile, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new LockedError(describeLock(path, process.pid))
    throw error
  }
}

async function findOtherLocks(
  path: string,
  ownFile: string,
): Promise<{ file: string; pid: number; isAlive: boolean }[]> {
  const prefix = `${basename(path)}.lock-`
  const names = await readdir(dirname(path))
  return names.flatMap((name) => {
    const match = name.startsWith(prefix) ? /^(\d+)-(\d+)$/.exec(name.slice(prefix.length)) : null
    const file = join(dirname(path), name)
    if (!match || file === join(dirname(path), basename(ownFile))) return []
    const pid = Number(match[1])
    return [{ file, pid, isAlive: readStartTime(pid) === match[2] && isRunning(pid) }]
  })
}

/** Process ids are reused, but not together with the start time. Only Linux reports it; on other systems it is 0. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name before these fields can contain spaces and parentheses, so they are counted from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return '0'
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function describeLock(path: string, pid: number): string {
  return (
    `The journal ${path} is in use by process ${pid}. ` +
    'Two agents cannot share a journal: stop the other agent, or set a different journal for this one.'
  )
}
