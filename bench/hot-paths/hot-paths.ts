import { growth } from './growth.ts'
import { online } from './online.ts'
import { HELP, type Options, type PartName, readOptions } from './options.ts'
import type { Part } from './part.ts'
import { polls } from './polls.ts'
import { reports } from './reports.ts'

const HEADS: Record<PartName, string[]> = {
  polls: ['polls', 'a second', 'of Fastify', 'p99 ms', 'CPU µs'],
  online: ['polls of 2.0', 'a second', 'of Fastify', 'p99 ms', 'CPU µs'],
  reports: ['reports', 'a second', 'of pgbench', 'p99 ms', 'CPU µs'],
  growth: ['polls', 'a second', 'of the small', 'p99 ms', 'CPU µs'],
}
const MEASURE: Record<PartName, (options: Options) => Promise<Part>> = { polls, online, reports, growth }

const options = readOptions()
if (options) process.exitCode = await hotPaths(options)
else console.log(HELP)

async function hotPaths({ parts, seed, json, ...rest }: Options): Promise<number> {
  const begun = Date.now()
  console.log(`${parts.join(', ')}; ${rest.rounds} rounds of ${rest.seconds} s; seed ${seed}`)
  const figures: Record<string, unknown> = {}
  const broken: string[] = []
  for (const name of parts) {
    const part = await MEASURE[name]({ parts, seed, json, ...rest })
    console.table(part.rows.map((row) => Object.fromEntries(HEADS[name].map((head, i) => [head, row[i]]))))
    console.log(
      Object.entries(part.figures)
        .map(([key, value]) => `${key} ${value}`)
        .join(', '),
    )
    for (const fault of new Set(part.faults)) broken.push(`${name}: ${fault}`)
    figures[name] = part.figures
  }
  for (const fault of broken) console.error(`FAILED: ${fault}`)
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(`\n${broken.length === 0 ? 'every promise holds' : `${broken.length} broken`}; ${seconds} s`)
  if (json) console.log(JSON.stringify({ ...figures, seed, seconds }))
  return broken.length === 0 ? 0 : 1
}
