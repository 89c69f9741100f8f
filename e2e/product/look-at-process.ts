import { readdir, readFile, readlink } from 'node:fs/promises'

/** What a process holds in memory, in MiB; 0 when there is none. */
export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}

/** What it has used of the processor since it began, as the kernel counts it, in hundredths; not a number when there is none. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // Behind the name, which may hold anything: twelve fields on, the ticks in user mode and in the system.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export async function openSockets(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch(() => [])
  // A file may be closed while we look.
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')))
  return targets.filter((target) => target.startsWith('socket:')).length
}
