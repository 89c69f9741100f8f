import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { readCellsFile } from '../../cells/cells-file.ts'
import { changeDomainsMap, readDomainsMap, writeDomainsMap } from '../../cells/domains-map.ts'
import { DOMAINS_MAP, frontDoorFiles } from '../../cells/front-door-files.ts'
import { createLearnedDomains, type Domains } from '../../cells/learn-domains.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'

const EVERY_MS = 3_000

type Options = { cells: string; to: string; follow?: boolean; json?: boolean }

export function addFrontDoorCommand(program: Command): void {
  addCommand(
    program,
    'front-door',
    'write the configuration of HAProxy, which sends each request to its cell',
    '--cells cells.toml --to /etc/haproxy/quartermaster',
    '--cells cells.toml --to /etc/haproxy/quartermaster --follow',
  )
    .requiredOption('--cells <file>', 'the file that lists the cells')
    .requiredOption('--to <folder>', 'the folder for haproxy.cfg and its maps')
    .option('--follow', 'keep running: HAProxy learns of new domains of stores within seconds; nothing else is written')
    .option('--json', 'print the result as JSON')
    .action(async ({ cells, to, follow, json }: Options) => {
      const folder = resolve(to)
      if (follow) return followDomains(cells, folder)
      const file = readCellsFile(cells)
      await mkdir(folder, { recursive: true })
      const { domains, failures } = await createLearnedDomains(readDomainsMap(join(folder, DOMAINS_MAP))).learn(
        file.cells,
      )
      await writeDomainsMap(join(folder, DOMAINS_MAP), domains)
      const files = Object.entries(frontDoorFiles(file))
      for (const [name, text] of files) await replaceFile(join(folder, name), text)
      const config = join(folder, 'haproxy.cfg')
      const text = [
        ...failures.map((failure) => `Warning: ${failure}. The domains of its stores that were known stay known.`),
        `Wrote ${files.length + 1} files for ${file.cells.length} cells and ${domains.size} domains of stores.`,
        `Next: haproxy -c -f ${config} && systemctl reload haproxy`,
      ].join('\n')
      print({ json: { config, cells: file.cells.length, domains: domains.size, failures }, text }, json)
    })
}

/** Ends with a signal. Every round reads the file again, so that cells can be added. */
async function followDomains(cellsFile: string, folder: string): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())
  const path = join(folder, DOMAINS_MAP)
  const earlier = readDomainsMap(path)
  const learned = createLearnedDomains(earlier)
  const report = createReport()
  let written = earlier
  /** What HAProxy knows. Undefined after a failure, and at the start. */
  let applied: Domains | undefined
  while (!stop.signal.aborted) {
    try {
      const { cells, frontDoor } = readCellsFile(cellsFile)
      const { domains: after, failures } = await learned.learn(cells)
      if (!isSame(written, after)) await writeDomainsMap(path, after)
      written = after
      const before = applied
      applied = undefined
      if (before === undefined || !isSame(before, after))
        await changeDomainsMap(frontDoor.socket, { map: DOMAINS_MAP, before, after })
      applied = after
      report(failures)
    } catch (error) {
      report([error instanceof Error ? error.message : String(error)])
    }
    await sleep(EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined)
  }
}

/** Prints a failure once, because an outage can last for a while. */
function createReport(): (failures: string[]) => void {
  let last: string | undefined
  return (failures) => {
    const text = failures.join('\n')
    if (text !== last) console.error(text === '' ? 'All cells answer, and HAProxy knows their domains.' : text)
    last = text
  }
}

function isSame(a: Domains, b: Domains): boolean {
  return a.size === b.size && [...a].every(([host, cell]) => b.get(host) === cell)
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}
