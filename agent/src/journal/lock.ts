import { readFileSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export class LockedError extends Error {
  override readonly name = 'LockedError'
}

/**
 * One process at a time. Each announces itself by a file of its own and looks for others afterwards, so of two that start in
 * the same moment at least one sees the other, and nobody ever removes the file of a process that lives.
 */
export async function lockJournal(path: string): Promise<() => Promise<void>> {
  const own = `${path}.lock-${process.pid}-${startOf(process.pid)}`
  const unlock = () => rm(own, { force: true })
  await announce(path, own)
  try {
    for (const other of await othersOf(path, own)) {
      if (other.alive) throw new LockedError(lockedBy(path, other.pid))
      await rm(other.file, { force: true })
    }
  } catch (error) {
    await unlock()
    throw error
  }
  return unlock
}

async function announce(path: string, own: string): Promise<void> {
  try {
    await (await open(own, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new LockedError(lockedBy(path, process.pid))
    throw error
  }
}

async function othersOf(path: string, own: string): Promise<{ file: string; pid: number; alive: boolean }[]> {
  const prefix = `${basename(path)}.lock-`
  const names = await readdir(dirname(path))
  return names.flatMap((name) => {
    const found = name.startsWith(prefix) ? /^(\d+)-(\d+)$/.exec(name.slice(prefix.length)) : null
    const file = join(dirname(path), name)
    if (!found || file === join(dirname(path), basename(own))) return []
    const pid = Number(found[1])
    return [{ file, pid, alive: startOf(pid) === found[2] && isAlive(pid) }]
  })
}

/** Process ids are used again; together with the moment of the start they are not. Only Linux tells; elsewhere it is 0. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may hold blanks and brackets, so the fields are counted from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return '0'
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function lockedBy(path: string, pid: number): string {
  return `The journal ${path} is in use by process ${pid}. One agent serves one journal: stop that one first, or give this one a journal of its own.`
}
