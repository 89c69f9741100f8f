import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Level } from './harness/findings.ts'
import { DEFAULT_SETTINGS, type Settings } from './harness/settings.ts'
import { type AnyScenario, listScenarios, type Version } from './scenarios/all.ts'

export type Options = {
  clientCommand: string | undefined
  port: number
  key: string
  seed: string
  requiredLevel: Level
  parallel: number
  json: boolean
  list: boolean
  help: boolean
  printVersion: boolean
  scenarios: AnyScenario[]
  version: Version
  settings: Settings
}

/** The command line is invalid. */
export class UsageError extends Error {}

export function readOptions(args: string[]): Options {
  const { values } = parse(args)
  const version = parseChoice('--interface', values.interface, ['1.0', '2.0'])
  const secondMs = parseInteger('--second', values.second, 1)
  return {
    clientCommand: values.client,
    port: parseInteger('--port', values.port, 0),
    key: values.key ?? `qm_0_${randomBytes(16).toString('hex')}`,
    seed: values.seed ?? randomBytes(4).toString('hex'),
    requiredLevel: parseChoice('--require', values.require, ['must', 'should']),
    parallel: values.client === undefined ? 1 : parseInteger('--parallel', values.parallel, 1),
    json: values.json,
    list: values.list,
    help: values.help,
    printVersion: values.version,
    version,
    scenarios: selectScenarios(listScenarios(version), values.only ?? []),
    settings: {
      secondMs,
      timeoutMs: parseInteger('--timeout', values.timeout, 1) * secondMs,
      longQueueLength: parseInteger('--long', values.long, 1),
      maxCommandsPerPoll: DEFAULT_SETTINGS.maxCommandsPerPoll,
      console: parseChoice('--console', values.console, ['quotes', 'words']),
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
        version: { type: 'boolean', short: 'v', default: false },
        require: { type: 'string', default: 'must' },
        port: { type: 'string', default: '8420' },
        key: { type: 'string' },
        seed: { type: 'string' },
        parallel: { type: 'string', default: '1' },
        timeout: { type: 'string', default: String(DEFAULT_SETTINGS.timeoutMs / 1_000) },
        console: { type: 'string', default: DEFAULT_SETTINGS.console },
        long: { type: 'string', default: String(DEFAULT_SETTINGS.longQueueLength) },
        second: { type: 'string', default: String(DEFAULT_SETTINGS.secondMs) },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function selectScenarios(scenarios: AnyScenario[], only: string[]): AnyScenario[] {
  const ids = only.flatMap((list) => list.split(','))
  const unknown = ids.filter((id) => !scenarios.some((scenario) => scenario.id === id))
  if (unknown.length > 0)
    throw new UsageError(`Unknown scenario: ${unknown.join(', ')}. Use --list to see all scenarios.`)
  return ids.length === 0 ? scenarios : scenarios.filter(({ id }) => ids.includes(id))
}

function parseChoice<Value extends string>(name: string, value: string, choices: readonly Value[]): Value {
  const choice = choices.find((one) => one === value)
  if (choice === undefined) throw new UsageError(`${name} must be ${choices.join(' or ')}, not ${value}.`)
  return choice
}

function parseInteger(name: string, value: string, min: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < min) {
    throw new UsageError(`${name} must be an integer of at least ${min}, not ${value}.`)
  }
  return number
}

export const HELP = `Tests a client of a Quartermaster store against a mock store.

Usage:
  quartermaster-conformance --client "node my-client.js"     start, kill and observe your client
  quartermaster-conformance                                  start your client yourself when the kit asks you to

The client gets these environment variables:
  QM_URL, QM_KEY                            address of the store, and the server key
  QM_CONSOLE, QM_PLAYERS                    POST each command as text; GET the online players as a JSON list
  QM_CONSOLE_FILE, QM_PLAYERS_FILE          or append each command as a line; read the players from a file
  QM_RCON_HOST, _PORT, _PASSWORD            or use Source RCON; \`list\` returns the players
  QM_STATE                                  folder that is kept when the client is killed and restarted

Options:
  --interface 1.0|2.0     interface of the client (default: 1.0)
  --only id,id            run these scenarios only; --list shows all
  --require must|should   with should, advice counts as a failure (default: must)
  --console quotes|words  how your game splits a line: at \`;\` and with quotes, or at spaces only (default: quotes)
  --timeout seconds       how long a client may send no request (default: 90)
  --parallel n            number of scenarios that run at the same time (default: 1)
  --port n, --key text    port and key of the store if you start the client yourself (default port: 8420)
  --seed text             seed of the ids; the kit prints it
  --long n                number of deliveries in the scenario long-queue (default: 5000)
  --second ms             length of one second, to run faster with a faster client (default: 1000)
  --json                  print one JSON object as the last line
  -h, --help              show this help
  -v, --version           print the version

Exit codes: 0 no failures, 1 at least one failure, 2 invalid command line.`
