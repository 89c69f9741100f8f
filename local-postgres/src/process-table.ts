import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

type Row = { pid: number; parent: number; state: string }

export async function childrenOf(pid: number): Promise<number[]> {
  const rows = process.platform === 'linux' ? await linuxRows() : await psRows()
  return rows.filter(({ parent }) => parent === pid).map((row) => row.pid)
}

/** A zombie does not count as alive, because it holds no files, locks or memory. */
export async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const row = await linuxRow(pid)
    return row !== undefined && row.state !== 'Z' && row.state !== 'X'
  }
  const row = (await psRows()).find((candidate) => candidate.pid === pid)
  return row !== undefined && !row.state.startsWith('Z')
}

/** Reads /proc directly, because small Debian images do not have `ps`. */
async function linuxRows(): Promise<Row[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const rows = await Promise.all(names.map((name) => linuxRow(Number(name))))
  return rows.filter((row) => row !== undefined)
}

async function linuxRow(pid: number): Promise<Row | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name between the parentheses can contain spaces and parentheses.
  const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: Number(parent), state }
}

async function psRows(): Promise<Row[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = ''] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), state }
    })
}
