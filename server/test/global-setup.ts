import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/setup/migrate.ts'
import { findKeysInLogs } from './find-keys-in-logs.ts'

const TEMPLATE = 'template_quartermaster'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
    templateName: string
    /** Tests write their logs to `logs/` in this folder, and every secret that they create to `keys/`. */
    runDir: string
  }
}

/** Starts one cluster for the whole run. Each test file clones the migrated template instead of migrating a database. */
export default async function setup(project: TestProject) {
  const runDir = await mkdtemp(join(tmpdir(), 'quartermaster-run-'))
  await mkdir(join(runDir, 'logs'))
  await mkdir(join(runDir, 'keys'))
  const major = readMajorVersion()
  const cluster = await startCluster(major === undefined ? {} : { major })
  try {
    await createTemplate(cluster)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('clusterUrl', cluster.url)
  project.provide('templateName', TEMPLATE)
  project.provide('runDir', runDir)

  return async function teardown() {
    // PostgreSQL's log is searched too, because it contains failed statements as they were sent.
    await copyFile(join(cluster.dir, 'server.log'), join(runDir, 'logs', 'postgresql.log'))
    await cluster.stop()
    await requireCleanLogs(runDir)
    await rm(runDir, { recursive: true })
  }
}

async function createTemplate(cluster: Cluster): Promise<void> {
  await migrate(await createDatabase(cluster, { name: TEMPLATE }))
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    await client.query(`alter database ${TEMPLATE} is_template true`)
  } finally {
    await client.end()
  }
}

/** Fails the test run if any log line of any test contains a secret. */
async function requireCleanLogs(runDir: string): Promise<void> {
  const { lines, keys, leaks } = await findKeysInLogs(runDir)
  console.log(`Searched ${lines} log lines for ${keys} keys: ${leaks.length} lines contain one`)
  if (leaks.length === 0) return
  throw new Error(`A key was logged. The logs are in ${runDir}:\n${leaks.slice(0, 20).join('\n')}`)
}

function readMajorVersion(): 15 | 18 | undefined {
  const value = process.env['TEST_POSTGRES']
  if (value === undefined || value === '') return undefined
  if (value === '15') return 15
  if (value === '18') return 18
  throw new Error(`TEST_POSTGRES is "${value}". Set it to 15 or 18.`)
}
