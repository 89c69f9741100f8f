import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { print } from './print.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database to this version; harmless to repeat')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://localhost/quartermaster npx quartermaster migrate')
    .action(async ({ json }: { json?: boolean }) => {
      const done = await migrate(readConfig().databaseUrl)
      print(json, done, () =>
        done.applied.length === 0
          ? 'The database is up to date.'
          : `Applied ${done.applied.length} migrations: ${done.applied.join(', ')}.`,
      )
    })
}
