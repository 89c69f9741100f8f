import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { migrate } from '../server/src/setup/migrate.ts'

const FILE = 'server/schema.sql'
const run = promisify(execFile)

/** Monthly partitions depend on the date, not on the migrations. */
const BY_MONTH = 'public.*_[0-9][0-9][0-9][0-9]_[0-9][0-9]'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
// Always the same version, because each version of pg_dump formats its output differently.
const cluster = await startCluster({ major: 15 })
try {
  const schema = await dumpedSchema(cluster)
  if (values.write) await writeFile(FILE, schema)
  else await requireSame(schema)
} finally {
  await cluster.stop()
}

async function dumpedSchema({ binDir, url }: Cluster): Promise<string> {
  const database = await createDatabase({ url })
  await migrate(database)
  // Owners differ between installations. Grants stay in, because they keep the stores apart.
  const args = ['--schema-only', '--no-owner', '--schema=public', `--exclude-table=${BY_MONTH}`, database]
  const { stdout } = await run(join(binDir, 'pg_dump'), args, { maxBuffer: 64 * 1024 * 1024 })
  return normalised(stdout)
}

function normalised(dump: string): string {
  const lines = dump.split('\n').filter((line) => !/^(--|\\(un)?restrict\b)/.test(line))
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

async function requireSame(schema: string): Promise<void> {
  const committed = await readFile(FILE, 'utf8').catch(() => '')
  if (committed === schema) return
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-schema-'))
  const migrated = join(folder, 'migrated.sql')
  await writeFile(migrated, schema)
  const { stdout } = await run('diff', ['-u', '-N', FILE, migrated]).catch((different: { stdout: string }) => different)
  await rm(folder, { recursive: true })
  console.error(`${FILE} differs from the migrations. Run \`npm run schema\` and review the difference:\n${stdout}`)
  process.exitCode = 1
}
