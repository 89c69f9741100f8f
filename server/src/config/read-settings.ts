import { dirname, resolve } from 'node:path'
import { findSettingsFile, isPublicFile, readSettingsFile, readText } from './settings-file.ts'
import { keyOf, SETTINGS } from './settings.ts'

export type Environment = Record<string, string | undefined>

export type Settings = {
  /** By the name of the environment variable. */
  values: Environment
  /** Where each value is, such as `PORT` or `port in /etc/quartermaster/quartermaster.toml`. Defaults are not listed. */
  sources: Record<string, string>
  /** The configuration file, if there is one. */
  file: string | undefined
  problems: string[]
  warnings: string[]
}

/** Where values can be: the environment or the configuration file. */
type Layer = {
  values: Environment
  keyOf: (name: string) => string
  where: (key: string) => string
  /** Paths in it are relative to this folder. */
  folder: string
}

/**
 * The environment wins over the configuration file. In both, a setting NAME can be given as NAME_FILE, the path of a file
 * with the value. Empty values count as not set.
 */
export function readSettings(env: Environment): Settings {
  const file = findSettingsFile(env['QUARTERMASTER_CONFIG'])
  const settings: Settings = { values: {}, sources: {}, file, problems: [], warnings: [] }
  const layers: Layer[] = [{ values: env, keyOf: (name) => name, where: (key) => key, folder: '.' }]
  if (file !== undefined) {
    const { values, problems } = readSettingsFile(file)
    settings.problems.push(...problems)
    settings.warnings.push(...findPublicSecrets(file, values))
    layers.push({ values, keyOf, where: (key) => `${key} in ${file}`, folder: dirname(file) })
  }
  for (const setting of SETTINGS) readSetting(setting, layers, settings)
  return settings
}

function readSetting({ name, isSecret }: (typeof SETTINGS)[number], layers: Layer[], settings: Settings): void {
  for (const layer of layers) {
    const key = layer.keyOf(name)
    const value = layer.values[key]
    if (value) {
      settings.values[name] = value
      settings.sources[name] = layer.where(key)
      return
    }
    const fileKey = layer.keyOf(`${name}_FILE`)
    const path = layer.values[fileKey]
    if (path) {
      const source = `${layer.where(fileKey)} (${path})`
      const full = resolve(layer.folder, path)
      settings.values[name] = readText(full, settings.problems, `Correct ${layer.where(fileKey)}`)?.trimEnd()
      settings.sources[name] = source
      if (isSecret && isPublicFile(full)) settings.warnings.push(publicFile(full, name))
      return
    }
  }
}

function findPublicSecrets(file: string, values: Environment): string[] {
  const secret = SETTINGS.find(({ name, isSecret }) => isSecret && values[keyOf(name)])
  return secret && isPublicFile(file) ? [publicFile(file, keyOf(secret.name))] : []
}

function publicFile(path: string, key: string): string {
  return `Every user of this machine can read ${path}, which contains ${key}. Run: chmod o= ${path}`
}
