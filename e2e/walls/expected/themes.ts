import { addPublishedTheme, addThemeVersion, themeArchive } from '../fixtures/themes.ts'
import { managers, type Table, viewers } from './expectation.ts'

/** Versions are counted in each store, so every store has the same numbers. */
const VERSION = { params: addThemeVersion, sharedNames: ['number'] }

export const THEMES: Table = {
  listThemeVersions: viewers('catalog:read', 200, { itemsInEmptyStore: 0 }),
  uploadTheme: managers('catalog:write', 201, {
    raw: async () => ({ text: await themeArchive(), headers: { 'content-type': 'application/zip' } }),
    callers: ['owner', 'manager', 'viewer', 'stranger', 'anonymous'],
  }),
  getThemeVersion: viewers('catalog:read', 200, VERSION),
  diffThemeVersions: viewers('catalog:read', 200, { ...VERSION, query: { from: '1' } }),
  publishTheme: managers('catalog:write', 200, VERSION),
  rollbackTheme: managers('catalog:write', 200, { params: addPublishedTheme, isSingle: true }),
  createThemePreview: managers('catalog:write', 201, { ...VERSION, body: { hours: 1 } }),
  listThemeErrors: viewers('catalog:read', 200, { itemsInEmptyStore: 0 }),
}
