import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { checkDatabase, type Finding } from '../../setup/check-database.ts'
import { addCommand } from '../add-command.ts'
import { explainDatabaseError } from '../explain-error.ts'
import { print } from '../print.ts'

export function addDoctorCommand(program: Command): void {
  addCommand(program, 'doctor', 'check this installation, and show how to fix what is wrong', '')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await checkInstallation(readConfig().databaseUrl)
      const ok = findings.every((finding) => finding.ok)
      const summary = ok ? 'Everything is fine.' : 'Fix the lines marked with ✗.'
      print({ json: { ok, findings }, text: [...findings.map(formatFinding), `\n${summary}`].join('\n') }, json)
      process.exitCode = ok ? 0 : 1
    })
}

async function checkInstallation(url: string): Promise<Finding[]> {
  try {
    const findings = await checkDatabase(url, { now: () => new Date() })
    return [{ check: 'database', ok: true, found: 'reachable', advice: '' }, ...findings]
  } catch (error) {
    const explanation = explainDatabaseError(error)
    if (!explanation) throw error
    return [{ check: 'database', ok: false, found: 'cannot be opened', advice: explanation.message }]
  }
}

function formatFinding({ check, ok, found, advice }: Finding): string {
  return `${ok ? '✓' : '✗'} ${check.padEnd(20)} ${found}${ok ? '' : `\n    ${advice}`}`
}
