import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { Settings } from '../config/read-settings.ts'
import { SETTINGS } from '../config/settings.ts'
import type { Finding } from './check-database.ts'

/** A setting and where it comes from. The value of a secret is null. */
export type SettingSource = { name: string; value: string | null; source: string }

/** Checks the configuration file and all values. `config` is undefined if they cannot be used. */
export function checkConfiguration({ file }: Settings): { config: Config | undefined; findings: Finding[] } {
  const fault = (found: string): Finding => ({ check: 'configuration', ok: false, found, advice: '' })
  try {
    const config = readConfig()
    const found = file ?? 'no configuration file; the environment has the settings'
    const finding: Finding = { check: 'configuration', ok: true, found, advice: '' }
    return { config, findings: [finding, ...config.warnings.map(fault)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: undefined, findings: error.problems.map(fault) }
  }
}

export function listSources({ values, sources }: Settings): SettingSource[] {
  return SETTINGS.map(({ name, isSecret, default: fallback }) => {
    const source = sources[name]
    if (source === undefined) return { name, value: fallback, source: 'default' }
    return { name, value: isSecret ? null : (values[name] ?? ''), source }
  })
}
