import type { ThemeProblem } from '../isolation/protocol.ts'
import { THEME_LIMITS } from '../archive/theme-limits.ts'
import { readSchemaJson } from '../section-schema.ts'
import { findWrongSetting, readSettings, readSettingsSchema } from '../settings-schema.ts'

type Texts = Record<string, string>
type Json = Record<string, unknown>

/** Checks theme.json, templates, schemas, settings and locales. Nothing of the theme is run. */
export function checkJson(texts: Texts): ThemeProblem[] {
  const problems: ThemeProblem[] = []
  const check = (file: string, run: (json: Json) => void) => {
    const text = texts[file]
    if (text === undefined) return
    try {
      run(parse(text))
    } catch (error) {
      problems.push({ file, line: null, message: error instanceof Error ? error.message : 'The file is invalid' })
    }
  }
  check('theme.json', checkManifest)
  check('config/settings_schema.json', (json) => void readSettingsSchema(json))
  check('config/settings_data.json', (json) => {
    const schema = texts['config/settings_schema.json']
    const wrong = findWrongSetting(schema === undefined ? [] : readSettingsSchema(parse(schema)), object(json))
    if (wrong !== undefined) throw new Error(`${wrong}. Change one of the two files in config`)
  })
  for (const path of Object.keys(texts)) {
    if (path.startsWith('templates/')) check(path, (json) => checkTemplate(json, texts))
    if (path.startsWith('locales/')) check(path, (json) => checkLocale(json))
    if (path.startsWith('sections/')) problems.push(...checkSchema(path, texts[path] ?? ''))
  }
  return problems
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new Error(`The file is not valid JSON (${error instanceof Error ? error.message : ''}). Correct it`, {
      cause: error,
    })
  }
}

function checkManifest(json: Json): void {
  const { name, version, author, engine } = object(json)
  if (!isLine(name, 60)) throw new Error('"name" must be a text of at most 60 characters')
  if (!isLine(version, 30)) throw new Error('"version" must be a text such as 1.0.0')
  if (author !== undefined && !isLine(author, 100)) throw new Error('"author" must be a text')
  if (engine !== 1) throw new Error('"engine" must be 1, the version of this format')
}

function checkTemplate(json: Json, texts: Texts): void {
  const { layout = 'theme', sections, order } = object(json)
  if (!has(texts, `layout/${String(layout)}.liquid`)) throw new Error(`There is no layout "${String(layout)}"`)
  if (!Array.isArray(order)) throw new Error('"order" must be a list of the names in "sections"')
  if (order.length > THEME_LIMITS.sections) throw new Error(`There are more than ${THEME_LIMITS.sections} sections`)
  const named = object(sections, '"sections" must be an object')
  for (const id of order) {
    if (!has(named, String(id))) throw new Error(`"order" names "${String(id)}", which is not in "sections"`)
    const { type, blocks = [], settings = {} } = object(named[String(id)])
    if (!has(texts, `sections/${String(type)}.liquid`)) throw new Error(`There is no section "${String(type)}"`)
    object(settings, '"settings" must be an object')
    if (!Array.isArray(blocks)) throw new Error('"blocks" must be a list')
    if (blocks.length > THEME_LIMITS.blocks) throw new Error(`There are more than ${THEME_LIMITS.blocks} blocks`)
    for (const block of blocks) object(block, 'A block must be an object with "type" and "settings"')
  }
}

function checkSchema(file: string, text: string): ThemeProblem[] {
  try {
    readSettings(object(readSchemaJson(text))['settings'] ?? [])
    return []
  } catch (error) {
    return [{ file, line: null, message: `{% schema %}: ${error instanceof Error ? error.message : 'invalid'}` }]
  }
}

/** Texts in groups. */
function checkLocale(json: unknown, depth = 0): void {
  if (typeof json === 'string') return
  if (depth > 5) throw new Error('Texts are nested more than 5 deep')
  for (const value of Object.values(object(json, 'A locale file contains only texts and groups of texts')))
    checkLocale(value, depth + 1)
}

function object(json: unknown, message = 'The file must contain an object'): Json {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Error(message)
  return json as Json
}

function has(from: object, name: string): boolean {
  return Object.hasOwn(from, name)
}

function isLine(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max && !/\p{Cc}/u.test(value)
}
