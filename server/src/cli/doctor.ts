import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { checkDatabase, type Finding } from '../setup/check-database.ts'
import { isDatabaseUnavailable } from '../db/retry-while-unavailable.ts'
import { print } from './print.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('look whether this installation is fit for a store, and say what to do')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster doctor')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine(readConfig().databaseUrl)
      const ok = findings.every((finding) => finding.ok)
      print(json, { ok, findings }, () =>
        [...findings.map(toLine), ok ? '\nAll is well.' : '\nSee the lines marked ✗.'].join('\n'),
      )
      process.exitCode = ok ? 0 : 1
    })
}

async function examine(url: string): Promise<Finding[]> {
  try {
    const found = await checkDatabase(url, { now: () => new Date() })
    return [{ check: 'database', ok: true, found: 'answers', advice: '' }, ...found]
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    const advice = 'Start it, and check host, port, user and password in DATABASE_URL'
    return [{ check: 'database', ok: false, found: 'does not answer', advice }]
  }
}

function toLine({ check, ok, found, advice }: Finding): string {
  return `${ok ? '✓' : '✗'} ${check.padEnd(20)} ${found}${ok ? '' : `\n    ${advice}`}`
}
