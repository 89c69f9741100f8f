import type { Command } from 'commander'
import { type Config, loadSettings } from '../../config/config.ts'
import { checkConfiguration, listSources, type SettingSource } from '../../setup/check-configuration.ts'
import { checkDatabase, type Finding } from '../../setup/check-database.ts'
import { addCommand } from '../add-command.ts'
import { explainDatabaseError } from '../explain-error.ts'
import { type Columns, formatTable, print } from '../print.ts'
import { formatFinding } from './format-finding.ts'
import { withDatabase } from './with-database.ts'

export function addDoctorCommand(program: Command): void {
  addCommand(program, 'doctor', 'check this installation, and show how to fix what is wrong', '')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const settings = loadSettings()
      const sources = listSources(settings)
      const { config, findings } = checkConfiguration(settings)
      if (config) findings.push(...(await checkInstallation(config)))
      const ok = findings.every((finding) => finding.ok)
      const summary = ok ? 'Everything is fine.' : 'Fix the lines marked with ✗.'
      const text = [formatTable(sources, COLUMNS), '', ...findings.map(formatFinding), `\n${summary}`].join('\n')
      print({ json: { ok, findings, settings: sources }, text }, json)
      process.exitCode = ok ? 0 : 1
    })
}

const COLUMNS: Columns<SettingSource> = {
  setting: ({ name }) => name,
  from: ({ source }) => source,
  value: ({ value }) => value ?? '(secret)',
}

async function checkInstallation(config: Config): Promise<Finding[]> {
  try {
    const findings = await checkDatabase(config.databaseUrl, { now: () => new Date() })
    const reachable = { check: 'database', ok: true, found: 'reachable', advice: '' }
    const isUsable = findings.every(({ check, ok }) => ok || !NEEDED.includes(check))
    return [reachable, ...findings, ...(isUsable ? await checkContents() : [])]
  } catch (error) {
    const explanation = explainDatabaseError(error)
    if (!explanation) throw error
    return [{ check: 'database', ok: false, found: 'cannot be opened', advice: explanation.message }]
  }
}

/** Secrets and providers are stored in the database, so the tables and roles have to exist. */
const NEEDED = ['migrations', 'roles']

/** The rest about backups is in `backup doctor`, which knows where they are. */
const MAX_ARCHIVE_AGE_SECONDS = 600

async function checkContents(): Promise<Finding[]> {
  const { createSealer } = await import('../../seal.ts')
  const { checkSecrets } = await import('../../setup/check-secrets.ts')
  const { checkOrigins } = await import('../../setup/check-origins.ts')
  const { checkThemes } = await import('../../setup/check-themes.ts')
  const { checkServices } = await import('../../setup/check-services.ts')
  const { checkArchiving } = await import('../../setup/backup/check-archiving.ts')
  return withDatabase(async (database, config) => [
    ...(await checkSecrets(database, createSealer(config.secretKeys))),
    ...(await checkOrigins(database, config)),
    await checkThemes(database),
    await checkArchiving(database.reader, { maxAgeSeconds: MAX_ARCHIVE_AGE_SECONDS, isRequired: false }),
    ...(await checkServices(database, config)),
  ])
}
