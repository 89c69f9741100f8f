import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createIdempotentClient, type DeliveryJournal, type Flaw } from '../emulators/document-client.ts'
import { EMULATED } from './emulated-clients.ts'
import { createObservedGame, runClient } from './run-client.ts'

const HELP = `Runs an emulated client as a program that the conformance kit can start:

  quartermaster-conformance --client "node e2e/conformance/run-emulator.ts strict"

Clients: ${Object.keys(EMULATED).join(', ')},
  or "idempotent" with a flaw such as "reads only products"

--interval ms   pause between two polls (default: 1200)`

/** Runs the named client until it is killed. */
async function runEmulator(args: string[]): Promise<number> {
  const [name, option, interval = '1200'] = args
  const { QM_URL, QM_KEY, QM_CONSOLE_FILE, QM_PLAYERS_FILE, QM_STATE } = process.env
  if (name === undefined || name === '--help' || (option !== undefined && option !== '--interval')) {
    console.log(HELP)
    return 2
  }
  if (!QM_URL || !QM_KEY || !QM_CONSOLE_FILE || !QM_PLAYERS_FILE || !QM_STATE) {
    console.error(
      'QM_URL, QM_KEY, QM_CONSOLE_FILE, QM_PLAYERS_FILE or QM_STATE is missing. Start this program with quartermaster-conformance --client.',
    )
    return 2
  }
  const game = createObservedGame({
    run: (line) => appendFileSync(QM_CONSOLE_FILE, `${line}\n`),
    online: () => JSON.parse(readFileSync(QM_PLAYERS_FILE, 'utf8')) as string[],
  })
  const settings = { baseUrl: QM_URL, key: QM_KEY, game, journal: openJournalFile(`${QM_STATE}/journal.txt`) }
  const client = isEmulated(name) ? EMULATED[name](settings) : createIdempotentClient(settings, [name as Flaw])
  let printed = 0
  const printFaults = () => {
    for (const fault of client.faults.slice(printed)) console.error(fault)
    printed = client.faults.length
  }
  setInterval(printFaults, 200).unref()
  await runClient(client, { intervalMs: Number(interval), isStopped: () => false })
  return 0
}

/** A journal that survives a kill: each change is appended to a file as one line. */
function openJournalFile(path: string): DeliveryJournal {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  const journal: DeliveryJournal = new Map(
    lines.map((line) => line.split(' ') as [string, 'started' | 'ran' | 'reported']),
  )
  const set = journal.set.bind(journal)
  journal.set = (id, state) => {
    appendFileSync(path, `${id} ${state}\n`)
    return set(id, state)
  }
  return journal
}

function isEmulated(name: string): name is keyof typeof EMULATED {
  return name in EMULATED
}

process.exitCode = await runEmulator(process.argv.slice(2))
