import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { format, resolveConfig } from 'prettier'
import { openPool } from '../server/src/db/open-pool.ts'
import { migrate } from '../server/src/setup/migrate.ts'
import { generateTables } from './sql/generate-tables.ts'

const SCHEMA = 'server/schema.sql'
const TABLES = 'server/src/db/tables.ts'
const run = promisify(execFile)

/** Monthly partitions depend on the date, not on the migrations. */
const BY_MONTH = 'public.*_[0-9][0-9][0-9][0-9]_[0-9][0-9]'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
// Always the same version, because each version of pg_dump formats its output differently.
const cluster = await startCluster({ major: 15 })
try {
  const url = await createDatabase(cluster)
  await migrate(url)
  const files = { [SCHEMA]: await dumpSchema(cluster, url), [TABLES]: await describeTables(url) }
  for (const [file, text] of Object.entries(files)) {
    if (values.write) await writeFile(file, text)
    else await requireSame(file, text)
  }
} finally {
  await cluster.stop()
}

async function dumpSchema({ binDir }: Cluster, url: string): Promise<string> {
  // Owners differ between installations. Grants stay in, because they keep the stores apart.
  const args = ['--schema-only', '--no-owner', '--schema=public', `--exclude-table=${BY_MONTH}`, url]
  const { stdout } = await run(join(binDir, 'pg_dump'), args, { maxBuffer: 64 * 1024 * 1024 })
  // `migrate` gives the role for backups the same right on every table.
  const lines = stdout.split('\n').filter((line) => !/^(--|\\(un)?restrict\b)|quartermaster_backup/.test(line))
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

async function describeTables(url: string): Promise<string> {
  const pool = openPool({ connectionString: url, max: 1 })
  try {
    return await format(await generateTables(pool), { ...(await resolveConfig(TABLES)), filepath: TABLES })
  } finally {
    await pool.end()
  }
}

async function requireSame(file: string, text: string): Promise<void> {
  const committed = await readFile(file, 'utf8').catch(() => '')
  if (committed === text) return
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-schema-'))
  const migrated = join(folder, 'migrated')
  await writeFile(migrated, text)
  const { stdout } = await run('diff', ['-u', '-N', file, migrated]).catch((different: { stdout: string }) => different)
  await rm(folder, { recursive: true })
  console.error(
    `${file} differs from the migrated database. Run \`npm run schema\` and read the difference:\n${stdout}`,
  )
  process.exitCode = 1
}
