import type { Mutant } from '../../e2e/kit/mutants/mutant.ts'
import type { Kind } from './faults.ts'
import type { ConfigurationEdit } from './fill-template.ts'
import { FAILOVER_MUTANTS } from './mutants.ts'

/** A mistake, and a fault after which it must be noticed. */
export type Mistake = {
  name: string
  edits: ConfigurationEdit[]
  mutant?: Mutant
  fault: Kind
  /** With a short ttl it would do no harm. */
  keepsTtl?: boolean
}

/** Mistakes of operators, each as one change of a file in `deploy/ha`. */
const WRONG_CONFIGURATIONS: Mistake[] = [
  {
    name: 'asynchronous replication',
    edits: [{ file: 'patroni.yml', find: 'synchronous_mode: true', by: 'synchronous_mode: false' }],
    fault: 'cut',
  },
  {
    name: 'Patroni 3.0.2 uses the third interface of etcd',
    edits: [{ file: 'patroni.yml', find: '\netcd:\n', by: '\netcd3:\n' }],
    fault: 'freeze',
  },
  {
    name: 'HAProxy accepts every PostgreSQL that runs',
    edits: [{ file: 'haproxy-database.cfg', find: 'OPTIONS /primary', by: 'OPTIONS /health' }],
    fault: 'switchover',
  },
  {
    name: 'a standby that vanished delays commits for a minute',
    edits: [{ file: 'patroni.yml', find: 'wal_sender_timeout: 4s', by: 'wal_sender_timeout: 60s' }],
    fault: 'standby',
    keepsTtl: true,
  },
  {
    name: 'Patroni cannot read the timeline of a standby',
    edits: [{ file: 'patroni.yml', find: '    - host replication replicator 127.0.0.1/32 scram-sha-256\n', by: '' }],
    fault: 'machine',
  },
  {
    name: 'HAProxy does not repeat what a killed node did not answer',
    edits: [{ file: 'haproxy-nodes.cfg', find: 'retry-on conn-failure empty-response', by: 'retry-on conn-failure' }],
    fault: 'node',
  },
]

/** HAProxy ends such connections too, so that both have to be missing before it does harm. */
const KEEP_CONNECTIONS = { file: 'haproxy-database.cfg', find: ' on-marked-down shutdown-sessions', by: '' }

const WHAT_SHOWS: Record<string, Pick<Mistake, 'fault' | 'edits'>> = {
  'a commit does not wait for the standby': { fault: 'cut', edits: [] },
  'nothing ends connections to a primary that does not answer': { fault: 'freeze', edits: [KEEP_CONNECTIONS] },
  'requests are not retried while the database is unavailable': { fault: 'switchover', edits: [] },
}

/** `all`, `none`, or a part of a name. */
export function chooseMistakes(which: string): Mistake[] {
  if (which === 'none') return []
  const ofProduct = FAILOVER_MUTANTS.map((mutant): Mistake => {
    const shown = WHAT_SHOWS[mutant.name]
    if (!shown) throw new Error(`Which fault shows "${mutant.name}"?`)
    return { name: mutant.name, mutant, ...shown }
  })
  const all = [...WRONG_CONFIGURATIONS, ...ofProduct]
  const chosen = which === 'all' ? all : all.filter(({ name }) => name.includes(which))
  if (chosen.length === 0) throw new Error(`No mistake has a name with "${which}"`)
  return chosen
}
