import { ThemeArchive, ThemeVersion } from '@quartermaster/contract/manage-themes'
import { uploadTheme } from '../../../stores/themes/upload-theme.ts'
import { THEME_LIMITS } from '../../../themes/archive/theme-limits.ts'
import type { ManageApi } from '../manage-api.ts'
import { THEMES, versionToWire } from './theme-routes.ts'

/** Takes a file, so it belongs to the routes of files. */
export function themeUploadRoute({ store, parts }: ManageApi): void {
  store.routeInSteps(
    {
      method: 'POST',
      url: THEMES,
      operationId: 'uploadTheme',
      summary: 'Upload a theme as a new version',
      description:
        'The body is a zip of the theme. It is checked, and stored if it has no problems; otherwise the error names file and line. Nobody sees the version until you publish it.',
      permission: 'catalog:write',
      body: ThemeArchive,
      maxBodyBytes: THEME_LIMITS.archiveBytes,
      response: ThemeVersion,
      status: 201,
      isSlow: true,
    },
    async ({ db, storeId, body, note, audit }) => {
      const archive = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const alongside = async (tx: Parameters<typeof audit>[0]) => {
        note({ details: { bytes: archive.length } })
        await audit(tx)
      }
      const version = await uploadTheme({ db, renderer: parts.themeRenderer }, { storeId, archive, alongside })
      return versionToWire(version, null)
    },
  )
}
