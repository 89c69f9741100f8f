import { addPublishedTheme, addThemeVersion, themeArchive } from '../fixtures/themes.ts'
import type { Table } from './expectation.ts'

const VERSION = { params: addThemeVersion }

export const THEMES: Table = {
  uploadTheme: {
    raw: async () => ({ text: await themeArchive(), headers: { 'content-type': 'application/zip' } }),
    callers: ['owner', 'manager', 'viewer', 'stranger', 'anonymous'],
  },
  getThemeVersion: VERSION,
  diffThemeVersions: { ...VERSION, query: { from: '1' } },
  publishTheme: VERSION,
  rollbackTheme: { params: addPublishedTheme, isSingle: true },
  createThemePreview: { ...VERSION, body: { hours: 1 } },
}
