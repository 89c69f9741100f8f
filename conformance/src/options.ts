import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type AnyScenario, scenariosOf, type Version } from './scenarios/all.ts'
import type { Level } from './harness/findings.ts'
import { DEFAULTS, type Settings } from './harness/settings.ts'

export type Options = {
  client: string | undefined
  port: number
  key: string
  seed: string
  demand: Level
  parallel: number
  json: boolean
  list: boolean
  help: boolean
  scenarios: AnyScenario[]
  version: Version
  settings: Settings
}

/** Says what is wrong with a command line. */
export class UsageError extends Error {}

export function readOptions(args: string[]): Options {
  const { values } = parse(args)
  const version = oneOf('--interface', values.interface, ['1.0', '2.0'])
  const second = wholeNumber('--second', values.second, 1)
  return {
    client: values.client,
    port: wholeNumber('--port', values.port, 0),
    key: values.key ?? `qm_0_${randomBytes(16).toString('hex')}`,
    seed: values.seed ?? randomBytes(4).toString('hex'),
    demand: oneOf('--demand', values.demand, ['must', 'should']),
    parallel: values.client === undefined ? 1 : wholeNumber('--parallel', values.parallel, 1),
    json: values.json,
    list: values.list,
    help: values.help,
    version,
    scenarios: choose(scenariosOf(version), values.only ?? []),
    settings: {
      secondMs: second,
      timeoutMs: wholeNumber('--timeout', values.timeout, 1) * second,
      longQueue: wholeNumber('--long', values.long, 1),
      longPart: DEFAULTS.longPart,
      console: oneOf('--console', values.console, ['console', 'words']),
    },
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        client: { type: 'string' },
        interface: { type: 'string', default: '1.0' },
        only: { type: 'string', multiple: true },
        list: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        demand: { type: 'string', default: 'must' },
        port: { type: 'string', default: '8420' },
        key: { type: 'string' },
        seed: { type: 'string' },
        parallel: { type: 'string', default: '1' },
        timeout: { type: 'string', default: String(DEFAULTS.timeoutMs / 1_000) },
        console: { type: 'string', default: DEFAULTS.console },
        long: { type: 'string', default: String(DEFAULTS.longQueue) },
        second: { type: 'string', default: String(DEFAULTS.secondMs) },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function choose(scenarios: AnyScenario[], only: string[]): AnyScenario[] {
  const wanted = only.flatMap((ids) => ids.split(','))
  const unknown = wanted.filter((id) => !scenarios.some((scenario) => scenario.id === id))
  if (unknown.length > 0) throw new UsageError(`There is no scenario ${unknown.join(', ')}; --list shows them`)
  return wanted.length === 0 ? scenarios : scenarios.filter(({ id }) => wanted.includes(id))
}

function oneOf<Value extends string>(name: string, value: string, values: readonly Value[]): Value {
  const found = values.find((one) => one === value)
  if (found === undefined) throw new UsageError(`${name} is ${values.join(' or ')}, not ${value}`)
  return found
}

function wholeNumber(name: string, value: string, least: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < least)
    throw new UsageError(`${name} is a whole number from ${least}, not ${value}`)
  return number
}

export const HELP = `quartermaster-conformance: what does my client do right and wrong?

  quartermaster-conformance --client "node my-client.js"     starts, kills and watches your client
  quartermaster-conformance                                  you start your client, and follow what it says

The client finds in its environment:
  QM_URL, QM_KEY                            the store and the server key
  QM_CONSOLE, QM_PLAYERS                    POST each command as text here; GET the list of who plays (JSON)
  QM_CONSOLE_FILE, QM_PLAYERS_FILE          or append each command as a line; read the list from a file
  QM_RCON_HOST, _PORT, _PASSWORD            or a Source RCON console; \`list\` says who plays
  QM_STATE                                  a folder that stays when the client is killed and started again

  --interface 1.0|2.0     which interface it speaks (1.0)
  --only id,id            play these scenarios; --list shows all
  --demand must|should    should: what is advice otherwise fails too (must)
  --console console|words how your game reads a line: \`;\` and quotes mean something, or only blanks do (console)
  --timeout seconds       how long a client may be silent (90)
  --parallel n            so many clients at the same time (1)
  --port n, --key text    where the store listens when you start the client, and its key (8420)
  --seed text             makes the ids of the elements; printed
  --long n                elements of the long queue (5000)
  --second ms             how long a second lasts, to play faster with a client that does too (1000)
  --json                  the last line printed is one JSON object

Exit code: 0 all that must hold does, 1 something does not, 2 the command line is wrong.`
