import { appendFileSync, readFileSync } from 'node:fs'
import type { DeliveryJournal } from '../emulators/document-script.ts'
import { EMULATED, type EmulatedName } from './emulated-clients.ts'
import { createFlawedClient, type Flaw } from './flawed-client-v1.ts'
import { openJournalFile } from './journal-file.ts'
import { gameWith, live } from './run-client.ts'

const HELP = `An emulated client as a program, for the conformance kit to start:

  quartermaster-conformance --client "node e2e/conformance/run-emulator.ts strict"

  ${Object.keys(EMULATED).join(', ')}
  or "good", or a flaw in words, like "reads only products"

--interval ms   pause between two polls (1200)`

/** Runs the named client for ever, where the environment says. */
async function runEmulator(args: string[]): Promise<number> {
  const [name, option, interval = '1200'] = args
  const { QM_URL, QM_KEY, QM_CONSOLE_FILE, QM_PLAYERS_FILE, QM_STATE } = process.env
  if (name === undefined || name === '--help' || (option !== undefined && option !== '--interval')) {
    console.log(HELP)
    return 2
  }
  if (!QM_URL || !QM_KEY || !QM_CONSOLE_FILE || !QM_PLAYERS_FILE || !QM_STATE) {
    console.error(
      'QM_URL, QM_KEY, QM_CONSOLE_FILE, QM_PLAYERS_FILE and QM_STATE say where the kit is. Let the kit start this.',
    )
    return 2
  }
  const game = gameWith({
    run: (line) => appendFileSync(QM_CONSOLE_FILE, `${line}\n`),
    online: () => JSON.parse(readFileSync(QM_PLAYERS_FILE, 'utf8')) as string[],
  })
  const journal: DeliveryJournal = openJournalFile(`${QM_STATE}/journal.txt`)
  const settings = { baseUrl: QM_URL, key: QM_KEY, game, journal }
  const client = isEmulated(name)
    ? EMULATED[name](settings)
    : createFlawedClient(settings, name === 'good' ? undefined : (name as Flaw))
  let told = 0
  const tell = () => {
    for (const fault of client.faults.slice(told)) console.error(fault)
    told = client.faults.length
  }
  setInterval(tell, 200).unref()
  await live(client, { intervalMs: Number(interval), isOver: () => false })
  return 0
}

function isEmulated(name: string): name is EmulatedName {
  return name in EMULATED
}

process.exitCode = await runEmulator(process.argv.slice(2))
