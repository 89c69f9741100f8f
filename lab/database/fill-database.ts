import { startProgress } from '../../e2e/kit/progress.ts'
import { openPool } from './open-pool.ts'

/**
 * Runs statement after statement; those of one list run on two connections. Foreign keys are not checked, but the
 * rows they name must exist. The tables are vacuumed at the end, so that autovacuum does not disturb the measurement.
 */
export async function fillDatabase(url: string, label: string, statements: (string | string[])[]): Promise<void> {
  const pool = openPool(url, {
    max: 2,
    settings: { session_replication_role: 'replica', synchronous_commit: 'off', work_mem: '128MB', jit: 'off' },
  })
  const all = [...statements, 'vacuum (analyze)', 'checkpoint'].map((item) => [item].flat())
  const progress = startProgress(label, all.flat().length)
  try {
    for (const list of all) {
      await Promise.all(list.map((statement) => pool.query(statement).then(() => progress.add(1))))
    }
    progress.done()
  } finally {
    await pool.end()
  }
}
