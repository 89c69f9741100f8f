import { Command, CommanderError } from 'commander'
import { StoreError, UnreachableError } from '@quartermaster/sdk'
import { ConfigError } from '../config.ts'
import { isDatabaseUnavailable } from '../db/retry-while-unavailable.ts'
import { AppError } from '../errors.ts'
import { accountCommand } from './account.ts'
import { checkoutCommand } from './checkout.ts'
import { commandsCommand } from './commands.ts'
import { doctorCommand } from './doctor.ts'
import { memberCommand } from './member.ts'
import { migrateCommand } from './migrate.ts'
import { paymentsCommand } from './payments.ts'
import { playerCommand } from './player.ts'
import { productCommand } from './product.ts'
import { redeliverCommand } from './redeliver.ts'
import { refundCommand } from './refund.ts'
import { loginCommand } from './remote/login.ts'
import { logoutCommand } from './remote/logout.ts'
import { whoamiCommand } from './remote/whoami.ts'
import { secretsCommand } from './secrets.ts'
import { sellCommand } from './sell.ts'
import { serveCommand } from './serve.ts'
import { serverCommand } from './server.ts'
import { storeCommand } from './store.ts'
import { tokenCommand } from './token.ts'
import { verifyCommand } from './verify.ts'
import { webhooksCommand } from './webhooks.ts'

/** The command line. Answers with the exit code: 0 done, 1 refused or failed, 2 called wrongly. */
export async function main(argv: string[]): Promise<number> {
  const program = buildProgram()
  try {
    await program.parseAsync(argv)
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return explain(error, argv.includes('--json'))
  }
}

/** Every command there is. */
export function buildProgram(): Command {
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
    redeliverCommand(),
    playerCommand(),
    accountCommand(),
    memberCommand(),
    tokenCommand(),
    verifyCommand(),
    doctorCommand(),
    loginCommand(),
    logoutCommand(),
    whoamiCommand(),
  ]) {
    program.addCommand(inherit(command, program))
  }
  return program
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
  return (
    /quartermaster_(app|gateway|reader|accounts)/.test(error.message) || ('code' in error && error.code === '42P01')
  )
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
  const code = codeOf(error)
  const message = code === DATABASE_AWAY ? describeAway(error) : error instanceof Error ? error.message : String(error)
  if (json) console.log(JSON.stringify({ error: { code: code === DATABASE_AWAY ? 'unavailable' : code, message } }))
  else console.error(`error: ${message}`)
  if (code === 'internal' && error instanceof Error) console.error(error.stack)
  return 1
}

const DATABASE_AWAY = 'database_away'

function codeOf(error: unknown): string {
  if (error instanceof AppError || error instanceof StoreError) return error.code
  if (error instanceof UnreachableError) return 'unreachable'
  if (error instanceof ConfigError) return 'configuration'
  return isDatabaseUnavailable(error) ? DATABASE_AWAY : 'internal'
}

function describeAway(error: unknown): string {
  const reason = error instanceof Error ? error.message || error.name : 'no reason given'
  return `The database cannot be reached (${reason}). Is it running, and is DATABASE_URL right? \`quartermaster doctor\` looks closer.`
}
