import type { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import type { MigrationStep } from '../../db/run-migration.ts'
import { migrate } from '../../setup/migrate.ts'
import { AppError } from '../../errors.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'

export function addMigrateCommand(program: Command): void {
  addCommand(program, 'migrate', 'create or update the tables of the database; safe to run again', '')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const steps: MigrationStep[] = []
      const onStep = (step: MigrationStep) => void steps.push(step)
      const done = await migrate(readConfig().databaseUrl, undefined, onStep).catch(explainMissingRights)
      const text =
        done.applied.length === 0
          ? 'The database is up to date.'
          : `Applied ${done.applied.length} migrations: ${done.applied.join(', ')}.`
      print({ json: { ...done, steps }, text }, json)
    })
}

/** 42501: insufficient privilege. Migrations create the roles that separate stores, and not every user can do that. */
export function explainMissingRights(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
  throw new AppError(
    'not_configured',
    `The user of DATABASE_URL lacks a right (${error.message}). It must own the database and be able to create roles: alter role … createrole`,
    { cause: error },
  )
}
