import type { Settings } from './compile-theme.ts'

/** A setting that an owner can change without changing files. */
export type Setting = { id: string; type: string; min?: number; max?: number; options?: string[]; default?: unknown }

const MAX_SETTINGS = 200
const MAX_TEXT = 1_000

const isText = (value: unknown) => typeof value === 'string' && value.length <= MAX_TEXT

/** The types of settings, with the values that they accept. */
const TYPES: Record<string, (value: unknown, setting: Setting) => boolean> = {
  text: isText,
  textarea: isText,
  color: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  checkbox: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  range: (value, { min = 0, max = 100 }) => typeof value === 'number' && value >= min && value <= max,
  select: (value, { options = [] }) => options.includes(value as string),
  url: (value) => typeof value === 'string' && /^(|\/(?!\/).*|https:\/\/\S+)$/.test(value) && value.length <= MAX_TEXT,
}

export const SETTING_TYPES: readonly string[] = Object.keys(TYPES)

/** The settings that our own pages understand as well, whatever the theme declares. */
export const COLOR_SETTINGS: readonly Setting[] = [
  { id: 'accent', type: 'color' },
  { id: 'masthead_background', type: 'color' },
  { id: 'masthead_text', type: 'color' },
  { id: 'radius', type: 'range', min: 0, max: 32 },
  { id: 'scheme', type: 'select', options: ['system', 'light', 'dark'] },
]

/** Reads `config/settings_schema.json`, or the settings of a section. Throws an Error that says what is wrong. */
export function readSettings(list: unknown): Setting[] {
  if (!Array.isArray(list)) throw new Error('The settings must be a list')
  if (list.length > MAX_SETTINGS) throw new Error(`There are more than ${MAX_SETTINGS} settings`)
  const settings = list.map(readSetting)
  const twice = settings.find(({ id }, i) => settings.findIndex((other) => other.id === id) !== i)
  if (twice) throw new Error(`The setting "${twice.id}" is declared twice`)
  return settings
}

/** The file has groups of settings, each with a name. */
export function readSettingsSchema(groups: unknown): Setting[] {
  if (!Array.isArray(groups)) throw new Error('The file must contain a list of groups')
  return readSettings(groups.flatMap((group: { settings?: unknown[] }) => group.settings ?? []))
}

function readSetting(value: unknown): Setting {
  const setting = value as Setting
  if (typeof setting?.id !== 'string' || !/^[a-z][a-z0-9_]{0,49}$/.test(setting.id))
    throw new Error('A setting needs an id of small letters, digits and _')
  // Sections may leave the type out, because only a template changes their settings.
  const check = TYPES[setting.type ?? 'text']
  if (!check) throw new Error(`The setting "${setting.id}" has an unknown type. Use ${SETTING_TYPES.join(', ')}`)
  return setting
}

/** The first value that does not fit, as a sentence. Undefined if all fit. */
export function findWrongSetting(schema: readonly Setting[], values: Settings): string | undefined {
  for (const [id, value] of Object.entries(values)) {
    const setting = schema.find((each) => each.id === id)
    if (!setting) return `The theme has no setting "${id}"`
    if (!TYPES[setting.type]?.(value, setting)) return `The setting "${id}" must be a ${describe(setting)}`
  }
  return undefined
}

function describe({ type, options, min, max }: Setting): string {
  if (options) return `${type}: ${options.join(', ')}`
  if (type === 'color') return 'color such as #1d6b48'
  return type === 'range' ? `number from ${min} to ${max}` : type
}

/** The values that fit the schema. Those of another theme are left out. */
export function fittingSettings(schema: readonly Setting[], values: Settings): Settings {
  return Object.fromEntries(
    Object.entries(values).filter(([id, value]) => findWrongSetting(schema, { [id]: value }) === undefined),
  )
}
