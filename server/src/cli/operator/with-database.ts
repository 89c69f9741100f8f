import { type Config, readConfig } from '../../config/config.ts'
import { type Database, openDatabase } from '../../db/database.ts'

/** Opens the database of DATABASE_URL for one command, and closes it in any case. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig()
  const database = openDatabase({ url: config.databaseUrl, poolSize: 2 })
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}
