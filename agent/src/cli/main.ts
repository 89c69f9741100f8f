import { ConfigError } from '../config.ts'
import { LockedError } from '../journal/lock.ts'
import { DamagedJournalError } from '../journal/read-journal.ts'
import { HELP } from './help.ts'
import { type Options, readArguments } from './options.ts'

type Run = (options: Options) => Promise<number>

/** Loaded when they are called: what an agent never needs while it runs need not be in its memory. */
const COMMANDS: Record<string, () => Promise<Run>> = {
  run: async () => (await import('./run.ts')).run,
  setup: async () => (await import('./setup.ts')).setup,
  check: async () => (await import('./check.ts')).check,
  status: async () => (await import('./status.ts')).status,
  systemd: async () => (await import('./systemd.ts')).systemd,
}

/** The command line. Answers with the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function main(args: string[]): Promise<number> {
  let called
  try {
    called = readArguments(args)
  } catch (error) {
    return explain((error as Error).message, 2)
  }
  const { values: options, positionals } = called
  const [name = 'run', ...more] = positionals
  if (options.help) {
    console.log(HELP[positionals[0] ?? ''] ?? HELP['quartermaster-agent'])
    return 0
  }
  const load = COMMANDS[name]
  if (!load || more.length > 0) return explain(`There is no command "${positionals.join(' ')}".`, 2)
  try {
    const command = await load()
    return await command(options)
  } catch (error) {
    if (isExpected(error)) return explain(error.message, 1)
    throw error
  }
}

function explain(message: string, code: number): number {
  console.error(code === 2 ? `${message}\nquartermaster-agent --help shows what there is.` : message)
  return code
}

/** What its owner can mend. Anything else is a fault of the agent and shows where it happened. */
function isExpected(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof LockedError || error instanceof DamagedJournalError) return true
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
}
