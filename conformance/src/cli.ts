import { readFileSync } from 'node:fs'
import { createClientProcess } from './clients/client-process.ts'
import { createManualClient } from './clients/manual-client.ts'
import { supportsColour } from './config.ts'
import { type MockStore, startMockStore } from './mock-store/mock-store.ts'
import { HELP, type Options, readOptions, UsageError } from './options.ts'
import { createPaint, formatResult, formatSummary, summarize } from './print-report.ts'
import type { Result } from './run-scenario.ts'
import { runScenarios } from './run-scenarios.ts'

/** Runs the command line. Resolves with the exit code. */
export async function main(args: string[]): Promise<number> {
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  try {
    const options = readOptions(args)
    if (options.help) console.log(HELP)
    else if (options.printVersion) console.log(readVersion())
    else if (options.list) console.log(formatList(options))
    else return await testClient(options)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\nRun quartermaster-conformance --help for all options.`)
    return 2
  }
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

async function testClient(options: Options): Promise<number> {
  const { clientCommand, scenarios, settings, requiredLevel, key, seed, parallel, json } = options
  // With --json, standard output contains only the JSON object.
  const print = json ? console.error : console.log
  const paint = createPaint(supportsColour(json ? process.stderr : process.stdout))
  const store = clientCommand === undefined ? await startMockStore({ port: options.port }) : undefined
  if (store) printInstructions(store, options, print)
  print(`interface ${options.version}, ${scenarios.length} scenarios, seed ${seed}\n`)

  const results = await runScenarios({
    scenarios,
    settings,
    requiredLevel,
    key,
    seed,
    parallel,
    ...(store && { store }),
    createClient: (environment) =>
      clientCommand === undefined ? createManualClient(print) : createClientProcess(clientCommand, environment),
    onStart: ({ title }) => {
      if (store) print(`   …       ${title}`)
    },
    onResult: (result) => print(formatResult(result, paint).join('\n')),
  })
  await store?.close()
  print(`\n${formatSummary(results, paint)}`)
  if (json) console.log(JSON.stringify(toJson(options, results)))
  return summarize(results).isGood ? 0 : 1
}

function printInstructions({ url }: MockStore, { key }: Options, print: (text: string) => void): void {
  print(`Store:    ${url}`)
  print(`Key:      ${key}`)
  print(`Console:  ${url}/console   (POST each command as text)`)
  print(`Players:  ${url}/players   (GET, a JSON list)`)
  print('Start your client now.\n')
}

function formatList({ scenarios }: Options): string {
  return scenarios.map(({ id, title }) => `${id.padEnd(22)} ${title}`).join('\n')
}

function toJson({ version, seed, requiredLevel }: Options, results: Result[]): object {
  const { counts, isGood } = summarize(results)
  return { interface: version, seed, requiredLevel, isGood, ...counts, scenarios: results }
}
