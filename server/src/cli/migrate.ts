import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { migrate } from '../setup/migrate.ts'
import { AppError } from '../errors.ts'
import { print } from './print.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database to this version; harmless to repeat')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/quartermaster npx quartermaster migrate')
    .action(async ({ json }: { json?: boolean }) => {
      const done = await migrate(readConfig().databaseUrl).catch(explainRights)
      print(json, done, () =>
        done.applied.length === 0
          ? 'The database is up to date.'
          : `Applied ${done.applied.length} migrations: ${done.applied.join(', ')}.`,
      )
    })
}

/** 42501, not permitted: the roles that keep stores apart are made here, and not every user may make roles. */
function explainRights(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
  throw new AppError(
    'not_configured',
    `The user of DATABASE_URL may not do this (${error.message}). It has to own the database and to create roles: alter role … createrole`,
    { cause: error },
  )
}
