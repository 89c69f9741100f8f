import { type QueryExecutorProvider, sql } from 'kysely'
import type { Finding } from '../check-database.ts'
import { formatAge } from './format-age.ts'

type Archiver = {
  mode: string
  timeoutSeconds: number
  failing: boolean
  failures: number
  /** Since the last segment was archived. Null if none was. */
  ageSeconds: number | null
  /** Whether segments that are complete have not been archived yet. */
  waiting: boolean
}

const CHECK = 'WAL archiving'
const MAX_TIMEOUT_SECONDS = 600

/**
 * PostgreSQL archives its WAL, so that a restore can reach any moment. `isRequired`: an installation without it is wrong;
 * otherwise only an archive that fails is.
 */
export async function checkArchiving(
  db: QueryExecutorProvider,
  { maxAgeSeconds, isRequired }: { maxAgeSeconds: number; isRequired: boolean },
): Promise<Finding> {
  const archiver = await readArchiver(db)
  if (archiver.mode === 'off') {
    return {
      check: CHECK,
      ok: !isRequired,
      found: 'off, so a restore goes back to the last backup and loses what came after it',
      advice: 'Include deploy/backup/archiving.conf in the configuration of PostgreSQL, and restart PostgreSQL',
    }
  }
  const fault = findFault(archiver, maxAgeSeconds)
  return { check: CHECK, ok: fault === undefined, found: describe(archiver), advice: fault ?? '' }
}

function findFault({ failing, waiting, ageSeconds, timeoutSeconds }: Archiver, maxAge: number): string | undefined {
  if (failing) {
    return 'Read the log of PostgreSQL, repair the repository (a full disk, rights, credentials) and run `pgbackrest --stanza=quartermaster check`. Until then PostgreSQL keeps all WAL, and its disk fills'
  }
  if (waiting && (ageSeconds ?? Infinity) > maxAge) {
    return 'Segments wait although no attempt failed: look whether archive_command hangs, in the log of PostgreSQL and of pgBackRest'
  }
  if (timeoutSeconds === 0 || timeoutSeconds > MAX_TIMEOUT_SECONDS) {
    return 'Set archive_timeout = 60s, as in deploy/backup/archiving.conf: what a quiet store sold last is otherwise archived hours later'
  }
  return undefined
}

function describe({ failing, failures, ageSeconds, timeoutSeconds }: Archiver): string {
  const last = ageSeconds === null ? 'nothing archived yet' : `last segment ${formatAge(ageSeconds)} ago`
  return `${last}, ${failing ? 'failing' : 'works'}, failures since the statistics began: ${failures}, archive_timeout ${timeoutSeconds} s`
}

/**
 * A quiet database archives nothing, so the age alone says little. Names of segments are the timeline and the position, in
 * hexadecimal digits; the segment behind the last archived one is the one in use. Backup labels and histories are archived too.
 */
async function readArchiver(db: QueryExecutorProvider): Promise<Archiver> {
  const { rows } = await sql<Archiver>`
    select current_setting('archive_mode') as mode,
      extract(epoch from current_setting('archive_timeout')::interval)::integer as "timeoutSeconds",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
      failed_count::integer as failures,
      extract(epoch from clock_timestamp() - last_archived_time)::float8 as "ageSeconds",
      coalesce(last_archived_wal !~ 'history$'
        and substr(pg_walfile_name(pg_current_wal_insert_lsn() - pg_size_bytes(current_setting('wal_segment_size'))), 9, 16) > substr(last_archived_wal, 9, 16),
        last_archived_wal is null) as waiting
    from pg_stat_archiver`.execute(db)
  if (!rows[0]) throw new Error('PostgreSQL reports no state of its archiver')
  return rows[0]
}
