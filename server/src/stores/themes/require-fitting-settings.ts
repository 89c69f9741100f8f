import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Settings } from '../../themes/compile-theme.ts'
import { findWrongSetting } from '../../themes/settings-schema.ts'
import { readOwnTheme } from './own-theme.ts'
import type { VersionKey } from './theme-version.ts'

/** The settings of a store must be those that its own theme declares. */
export async function requireFittingSettings(
  tx: Tx,
  { settings, ...key }: VersionKey & { settings: Settings },
): Promise<void> {
  const theme = await readOwnTheme(tx, key)
  const wrong = theme && findWrongSetting(theme.schema, settings)
  if (wrong !== undefined)
    throw new AppError('invalid_request', `${wrong}. Read the settings of the theme with getThemeVersion`, {
      field: 'body/themeSettings',
    })
}
