import { readdir, readFile, readlink } from 'node:fs/promises'

/** What a process holds in memory, in MiB; 0 when there is none. */
export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}

export async function openSockets(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch(() => [])
  // A file may be closed while we look.
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')))
  return targets.filter((target) => target.startsWith('socket:')).length
}
