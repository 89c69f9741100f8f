import { createClientByHand } from './clients/manual-client.ts'
import { createClientProcess } from './clients/client-process.ts'
import { wantsColour } from './config.ts'
import { HELP, type Options, readOptions, UsageError } from './options.ts'
import type { Result } from './run-scenario.ts'
import { painter, resultLines, summaryLine, summaryOf } from './print-report.ts'
import { runScenarios } from './run-scenarios.ts'
import { type MockStore, startMockStore } from './mock-store/mock-store.ts'

/** The command line; resolves with the exit code. */
export async function main(args: string[]): Promise<number> {
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  try {
    const options = readOptions(args)
    if (options.help) console.log(HELP)
    else if (options.list) console.log(listOf(options))
    else return await judge(options)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\nquartermaster-conformance --help shows what can be said.`)
    return 2
  }
}

async function judge(options: Options): Promise<number> {
  // With --json, standard output belongs to the object.
  const say = options.json ? console.error : console.log
  const paint = painter(wantsColour(options.json ? process.stderr : process.stdout))
  const store = options.client === undefined ? await startMockStore({ port: options.port }) : undefined
  if (store) welcome(store, options, say)
  say(`interface ${options.version}, ${options.scenarios.length} scenarios, seed ${options.seed}\n`)

  const { client, scenarios, settings, demand, key, seed, parallel } = options
  const results = await runScenarios({
    scenarios,
    settings,
    demand,
    key,
    seed,
    parallel,
    ...(store && { store }),
    makeClient: (place) => (client === undefined ? createClientByHand(say) : createClientProcess(client, place)),
    began: ({ title }) => {
      if (store) say(`   …       ${title}`)
    },
    ended: (result) => say(resultLines(result, paint).join('\n')),
  })
  await store?.close()
  say(`\n${summaryLine(results, paint)}`)
  if (options.json) console.log(JSON.stringify(toJson(options, results)))
  return summaryOf(results).isGood ? 0 : 1
}

function welcome({ url }: MockStore, { key }: Options, say: (text: string) => void): void {
  say(`The store is at  ${url}`)
  say(`The key is       ${key}`)
  say(`The console is   ${url}/console   (POST each command as text)`)
  say(`Who plays        ${url}/players   (GET, a JSON list)`)
  say('Start your client now.\n')
}

function listOf({ scenarios }: Options): string {
  return scenarios.map(({ id, title }) => `${id.padEnd(22)} ${title}`).join('\n')
}

function toJson({ version, seed, demand }: Options, results: Result[]): object {
  const { counts, isGood } = summaryOf(results)
  return { interface: version, seed, demand, isGood, ...counts, scenarios: results }
}
