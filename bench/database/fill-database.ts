import { startProgress } from '../../e2e/kit/progress.ts'
import { openPool } from './open-pool.ts'

const CONNECTIONS = 2

/**
 * Runs phase after phase; the statements of one phase run on two connections. Foreign keys are not checked, but the
 * rows they name must exist. The tables are vacuumed at the end, so that autovacuum does not disturb the measurement.
 */
export async function fillDatabase(url: string, label: string, phases: string[][]): Promise<void> {
  const pool = openPool(url, {
    max: CONNECTIONS,
    settings: { session_replication_role: 'replica', synchronous_commit: 'off', work_mem: '128MB', jit: 'off' },
  })
  const all = [...phases, ['vacuum (analyze)'], ['checkpoint']]
  const progress = startProgress(label, all.flat().length)
  try {
    for (const phase of all) {
      const statements = [...phase]
      const runStatements = async () => {
        for (let next = statements.shift(); next !== undefined; next = statements.shift()) {
          await pool.query(next)
          progress.add(1)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, runStatements))
    }
    progress.done()
  } finally {
    await pool.end()
  }
}
