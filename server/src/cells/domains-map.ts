import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Domains } from './learn-domains.ts'

/** HAProxy reads a command into a buffer of 16 KiB. */
const MAX_PAYLOAD = 8_000
const TIMEOUT_MS = 10_000

/** Empty if there is no file yet. */
export function readDomainsMap(path: string): Domains {
  const lines = readLines(path)
  return new Map(lines.map((line) => line.split(' ', 2) as [string, string]))
}

/** HAProxy reads the file when it starts, so it is never half written. */
export async function writeDomainsMap(path: string, domains: Domains): Promise<void> {
  await writeFile(`${path}.new`, linesOf(domains).join(''))
  await rename(`${path}.new`, path)
}

/** Changes the map of a HAProxy that runs, through its socket. Without `before`, the whole map is replaced at once. */
export async function changeDomainsMap(
  socket: string,
  { map, before, after }: { map: string; before: Domains | undefined; after: Domains },
): Promise<void> {
  if (before === undefined) {
    const version = /New version created: (\d+)/.exec(await send(socket, `prepare map ${map}`))?.[1]
    if (version === undefined) throw new Error(`HAProxy has no map ${map}. Reload it`)
    for (const lines of inBatches(linesOf(after))) await send(socket, `add map @${version} ${map} <<\n${lines}`)
    await send(socket, `commit map @${version} ${map}`)
    return
  }
  const added = [...after].filter(([host]) => !before.has(host))
  for (const [host, cell] of after)
    if (before.has(host) && before.get(host) !== cell) await send(socket, `set map ${map} ${host} ${cell}`)
  for (const host of before.keys()) if (!after.has(host)) await send(socket, `del map ${map} ${host}`)
  for (const lines of inBatches(linesOf(added))) await send(socket, `add map ${map} <<\n${lines}`)
}

function linesOf(domains: Iterable<[string, string]>): string[] {
  return [...domains].map(([host, cell]) => `${host} ${cell}\n`)
}

function inBatches(lines: string[]): string[] {
  const batches: string[] = []
  for (const line of lines) {
    const last = batches.at(-1)
    if (last === undefined || last.length + line.length > MAX_PAYLOAD) batches.push(line)
    else batches[batches.length - 1] = last + line
  }
  return batches
}

/** HAProxy answers one command and closes the connection. Only failures of changes have a text. */
async function send(path: string, command: string): Promise<string> {
  const socket = connect(path)
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('HAProxy does not answer on its socket')))
  socket.write(`${command}\n`)
  const answer = (await text(socket)).trim()
  if (answer !== '' && !answer.startsWith('New version created'))
    throw new Error(`HAProxy refused a change of its domains: ${answer}`)
  return answer
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
