import { Command, CommanderError } from 'commander'
import { ConfigError } from '../config.ts'
import { isDatabaseAway } from '../db/retry-while-away.ts'
import { AppError } from '../errors.ts'
import { checkoutCommand } from './checkout.ts'
import { commandsCommand } from './commands.ts'
import { doctorCommand } from './doctor.ts'
import { migrateCommand } from './migrate.ts'
import { paymentsCommand } from './payments.ts'
import { productCommand } from './product.ts'
import { refundCommand } from './refund.ts'
import { secretsCommand } from './secrets.ts'
import { sellCommand } from './sell.ts'
import { serveCommand } from './serve.ts'
import { serverCommand } from './server.ts'
import { storeCommand } from './store.ts'
import { verifyCommand } from './verify.ts'
import { webhooksCommand } from './webhooks.ts'

/** The command line. Answers with the exit code: 0 done, 1 refused or failed, 2 called wrongly. */
export async function main(argv: string[]): Promise<number> {
  const program = new Command('quartermaster')
    .description('The open store platform for game servers')
    .showHelpAfterError('(add --help for examples)')
    .exitOverride()
  for (const command of [
    migrateCommand(),
    serveCommand(),
    storeCommand(),
    serverCommand(),
    productCommand(),
    sellCommand(),
    checkoutCommand(),
    paymentsCommand(),
    refundCommand(),
    webhooksCommand(),
    secretsCommand(),
    commandsCommand(),
    verifyCommand(),
    doctorCommand(),
  ]) {
    program.addCommand(inherit(command, program))
  }
  try {
    await program.parseAsync(argv)
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return explain(error, argv.includes('--json'))
  }
}

/** Settings of the program reach the commands below a command too. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inherit(child, command)
  return command
}

/** No roles, or no tables (42P01): roles belong to the whole cluster, so another database may have made them. */
function isNotMigrated(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false
  return /quartermaster_(app|gateway|reader)/.test(error.message) || ('code' in error && error.code === '42P01')
}

function isTaken(error: unknown): error is Error & { address: string; port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error
}

/** People get a sentence that says what to do, programs an object; a stack is for faults of ours only. */
function explain(error: unknown, json: boolean): number {
  if (isNotMigrated(error))
    return explain(
      new AppError('unavailable', 'The database is not set up yet; run `quartermaster migrate` first'),
      json,
    )
  if (isTaken(error))
    return explain(
      new AppError(
        'not_configured',
        `Another program listens at ${error.address}:${error.port}. PORT and METRICS_PORT choose other ports.`,
      ),
      json,
    )
  const code =
    error instanceof AppError
      ? error.code
      : error instanceof ConfigError
        ? 'configuration'
        : isDatabaseAway(error)
          ? 'unavailable'
          : 'internal'
  const message =
    code === 'unavailable' && !(error instanceof AppError)
      ? `The database cannot be reached (${error instanceof Error ? error.message || error.name : 'no reason given'}). Is it running, and is DATABASE_URL right? \`quartermaster doctor\` looks closer.`
      : error instanceof Error
        ? error.message
        : String(error)
  if (json) console.log(JSON.stringify({ error: { code, message } }))
  else console.error(`error: ${message}`)
  if (code === 'internal' && error instanceof Error) console.error(error.stack)
  return 1
}
