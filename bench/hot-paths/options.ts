import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createRandom, type Random } from '../../e2e/kit/random.ts'

export type PartName = (typeof PARTS)[number]

export type Options = {
  parts: PartName[]
  rounds: number
  seconds: number
  connections: number
  stores: number | undefined
  finished: number | undefined
  pending: number | undefined
  short: boolean
  json: boolean
  seed: number
  random: Random
}

const PARTS = ['polls', 'online', 'reports', 'growth'] as const

export const HELP = `Measures polls and reports over HTTP against what the machine can do without us. The sides take turns; of the rounds the
median counts. Needs wrk and PostgreSQL 15 (Debian's packages).

  npm run bench                            all parts; growth alone takes a quarter of an hour
  --only polls|online|reports|growth       one part
  --rounds N --seconds N                   rounds (5), and the length of each run (5)
  --connections N                          of the polls (256); reports use 512
  --stores N --finished N --pending N      other sizes, for a trial
  --short                                  the form for the check: polls and reports, three rounds of two seconds, lower floors
  --seed N                                 where the walks begin
  --json                                   the last line is one JSON object

polls     of 100,000 servers, 1 in 100 finding something, against bare Fastify with a fixed answer: at least 0.80 of it
online    polls of 2.0 that name 20 players, against bare Fastify with the same body: at least 0.3 of it
reports   durable, each id once, against pgbench with as many connections and the same statement: at least 1.5 times it
growth    polls with 1,000,000 servers and 10,000,000 finished commands against an almost empty store: at least 0.85 of it`

/** Undefined when help was asked for. */
export function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      stores: { type: 'string' },
      finished: { type: 'string' },
      pending: { type: 'string' },
      seed: { type: 'string' },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const { short, json } = values
  const seed = whole('--seed', values.seed) ?? randomInt(1e9)
  return {
    parts: chosenParts(values.only, short),
    rounds: whole('--rounds', values.rounds) ?? (short ? 3 : 5),
    seconds: whole('--seconds', values.seconds) ?? (short ? 2 : 5),
    connections: whole('--connections', values.connections) ?? 256,
    stores: whole('--stores', values.stores),
    finished: whole('--finished', values.finished),
    pending: whole('--pending', values.pending),
    short,
    json,
    seed,
    random: createRandom(seed),
  }
}

function chosenParts(only: string | undefined, short: boolean): PartName[] {
  if (only === undefined) return short ? ['polls', 'reports'] : [...PARTS]
  const part = PARTS.find((name) => name === only)
  if (part === undefined) throw new Error(`--only is "${only}"; it must be one of ${PARTS.join(', ')}`)
  return [part]
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is "${text}"; it must be a whole number`)
  return Number(text)
}
