import type { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { checkUpgrade, type PendingFile, type UpgradeCheck } from '../../setup/upgrade/check-upgrade.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'

const LONG_MS = 1_000

export function addUpgradeCommand(program: Command): void {
  addCommand(
    program,
    'upgrade',
    'show what `migrate` of this version would change, and what would wait for it',
    '--check',
  )
    .requiredOption('--check', 'change nothing; docs/operate/upgrades.md has the steps of an upgrade')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const check = await checkUpgrade(readConfig().databaseUrl)
      print({ json: check, text: describe(check) }, json)
    })
}

function describe(check: UpgradeCheck): string {
  if (check.pending.length === 0) return 'The database is up to date. Nothing has to be migrated.'
  return [...check.pending.map(describeFile), describeTime(check), describeWayBack(check)].join('\n')
}

function describeFile({ name, about, locks, estimatedMs }: PendingFile): string {
  const lines = locks.map(({ table, rows, blocks, work }) => {
    const effects = [`blocks ${blocks}`, ...work].join(', ')
    return `    ${table} (${rows} rows): ${effects}`
  })
  const mark = locks.length > 0 && estimatedMs > LONG_MS ? '✗' : '✓'
  const time = estimatedMs > 0 ? `  about ${estimatedMs} ms` : ''
  return [`${mark} ${name}${time}`, `    ${about}`, ...lines].join('\n')
}

function describeTime({ isEmpty, isTried, estimatedMs, longestBlockMs }: UpgradeCheck): string {
  if (isEmpty) return '\nThe database is empty, so nobody waits. Run `quartermaster migrate`.'
  if (!isTried) {
    return '\nLocks and times are unknown: the migrations are tried in a temporary database, which the user of DATABASE_URL may not create. Allow it with: alter role … createdb'
  }
  const advice =
    longestBlockMs > LONG_MS
      ? `Requests to the tables of the lines with ✗ wait for up to about ${longestBlockMs} ms. Choose a quiet time.`
      : `Requests wait for up to about ${longestBlockMs} ms, and none of them fails.`
  return `\nAbout ${estimatedMs} ms in all. ${advice}`
}

function describeWayBack({ isEmpty, canGoBack, removes }: UpgradeCheck): string {
  if (isEmpty) return ''
  return canGoBack
    ? 'You can go back to the previous release afterwards: it runs on the new tables.'
    : `You cannot go back to a version that needs what is removed: ${removes.join(', ')}. Make a backup first.`
}
