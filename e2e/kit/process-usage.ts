import { readdir, readFile, readlink } from 'node:fs/promises'

/** The resident memory of a process in MiB, now and at its peak. 0 if the process does not exist. */
export async function residentMiB(pid: number, at: 'now' | 'peak' = 'now'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const line = at === 'now' ? /^VmRSS:\s+(\d+)/m : /^VmHWM:\s+(\d+)/m
  return Number(line.exec(status)?.[1] ?? 0) / 1024
}

/** The process ids of its children. None if the process does not exist. */
export async function listChildren(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return children.split(' ').filter(Boolean).map(Number)
}

/** The CPU time of a process since its start, with a resolution of 10 ms. NaN if the process does not exist. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in parentheses can contain anything. The ticks in user mode and in the kernel are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export async function countOpenSockets(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch(() => [])
  // A file can be closed between the two reads.
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')))
  return targets.filter((target) => target.startsWith('socket:')).length
}
