import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Settings } from '../../themes/compile-theme.ts'
import type { IsolatedTheme } from '../../themes/isolation/theme-renderer.ts'
import { COLOR_SETTINGS, readSettingsSchema, type Setting } from '../../themes/settings-schema.ts'
import { assetUrlOf, isAsset } from '../../themes/theme-source.ts'
import type { VersionKey } from './theme-version.ts'

/** A version of a store's own theme, as pages need it. */
export type OwnTheme = IsolatedTheme & {
  version: number
  /** Those that an owner can change, and those of our own pages. */
  schema: readonly Setting[]
  settings: Settings
}

/** Without the content of assets. Undefined if there is no such version. */
export async function readOwnTheme(tx: Tx, { storeId, number }: VersionKey): Promise<OwnTheme | undefined> {
  const { rows } = await sql<{ path: string; hash: string; text: string | null }>`
    select path, hash, case when path not like 'assets/%' then convert_from(content, 'UTF8') end as text
    from theme_files where store_id = ${storeId} and version = ${number}`.execute(tx)
  if (rows.length === 0) return undefined
  const texts = Object.fromEntries(rows.flatMap(({ path, text }) => (text === null ? [] : [[path, text]])))
  const assets = rows.filter(({ path }) => isAsset(path))
  const assetUrls = assets.map(({ path, hash }) => [path.slice(path.indexOf('/') + 1), assetUrlOf(path, hash)])
  return {
    storeId,
    version: number,
    key: `${storeId}/${number}`,
    source: {
      texts,
      assetUrls: Object.fromEntries(assetUrls) as Record<string, string>,
    },
    schema: schemaOf(texts['config/settings_schema.json']),
    settings: parse(texts['config/settings_data.json'], {}),
  }
}

function schemaOf(text: string | undefined): Setting[] {
  const own = readSettingsSchema(parse(text, []))
  return [...own, ...COLOR_SETTINGS.filter(({ id }) => !own.some((setting) => setting.id === id))]
}

/** It was checked when it was uploaded. */
function parse<T>(text: string | undefined, fallback: T): T {
  return text === undefined ? fallback : (JSON.parse(text) as T)
}
