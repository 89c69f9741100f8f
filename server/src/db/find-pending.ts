import { AppError } from '../errors.ts'
import { type AppliedFile, isFunctionFile } from './applied-files.ts'
import type { SqlFile } from './migration-files.ts'

/** The migrations that are not applied yet. Refuses a database whose applied migrations are not those of this version. */
export function findPending(files: SqlFile[], applied: AppliedFile[]): SqlFile[] {
  const migrations = applied.filter((each) => !isFunctionFile(each))
  for (const { name, checksum } of migrations) {
    const file = files.find((each) => each.name === name)
    if (!file) {
      throw refused(
        `Migration ${name} was applied to this database, but this version does not have it. Use the version of Quartermaster that applied it, or a newer one.`,
      )
    }
    if (file.checksum !== checksum) {
      throw refused(
        `Migration ${name} was changed after it was applied to this database. Restore server/migrations/${name}.sql and put the change into a new migration.`,
      )
    }
  }
  const pending = files.filter(({ name }) => !migrations.some((each) => each.name === name))
  const [first] = pending
  const last = migrations.at(-1)
  if (first && last && first.name < last.name) {
    throw refused(
      `Migration ${first.name} comes before ${last.name}, which is already applied. Give it a higher number.`,
    )
  }
  return pending
}

function refused(message: string): AppError {
  return new AppError('not_configured', message)
}
