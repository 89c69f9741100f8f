import { readFile } from 'node:fs/promises'

/** How many files this process, and any that it starts, may have open; Node has raised its own to the most allowed. */
export async function openFileLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8')
  const found = /^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1]
  return found === undefined ? Infinity : Number(found)
}
