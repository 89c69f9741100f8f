import { ConfigError } from '../config-file.ts'
import { LockedError } from '../journal/lock.ts'
import { DamagedJournalError } from '../journal/read-journal.ts'
import { PROGRAM, readVersion } from '../program.ts'
import { suggest } from '../suggest.ts'
import { HELP } from './help.ts'
import { type Options, parseOptions } from './options.ts'

type Subcommand = (options: Options) => Promise<number>

/** Loaded on demand, so that a running agent does not keep the other subcommands in memory. */
const SUBCOMMANDS: Record<string, () => Promise<Subcommand>> = {
  run: async () => (await import('./run.ts')).run,
  setup: async () => (await import('./setup.ts')).setup,
  check: async () => (await import('./check.ts')).check,
  link: async () => (await import('./link.ts')).link,
  journal: async () => (await import('./journal.ts')).journal,
  status: async () => (await import('./status.ts')).status,
  systemd: async () => (await import('./systemd.ts')).systemd,
}

/** Runs the command line. Returns the exit code: 0 for success, 1 for a failure, 2 for invalid arguments. */
export async function main(args: string[]): Promise<number> {
  let parsed
  try {
    parsed = parseOptions(args)
  } catch (error) {
    return reportUsageError((error as Error).message)
  }
  const { values: options, positionals } = parsed
  const [name = 'run', ...extraArguments] = positionals
  if (options.version) {
    console.log(readVersion())
    return 0
  }
  if (options.help) {
    console.log(HELP[positionals[0] ?? ''] ?? HELP['quartermaster-agent'])
    return 0
  }
  const load = SUBCOMMANDS[name]
  if (!load) return reportUsageError(`Unknown command "${name}".${suggest(name, Object.keys(SUBCOMMANDS))}`)
  if (extraArguments.length > 0) {
    return reportUsageError(`"${name}" takes no further arguments, but got "${extraArguments.join(' ')}".`)
  }
  try {
    const subcommand = await load()
    return await subcommand(options)
  } catch (error) {
    if (!isExpected(error)) throw error
    console.error(error.message)
    return 1
  }
}

function reportUsageError(message: string): number {
  console.error(`${message}\nRun \`${PROGRAM} --help\` for the list of commands and options.`)
  return 2
}

/** Errors that the owner can fix. Other errors are bugs of the agent and are shown with their stack. */
function isExpected(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof LockedError || error instanceof DamagedJournalError) return true
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
}
