import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Db, inStore } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { createThemeRenderer } from '../../themes/isolation/theme-renderer.ts'
import type { PageInput } from '../../themes/render-page.ts'
import { ThemeError } from '../../themes/theme-problem.ts'
import { parseAssetUrl, type ThemeSource } from '../../themes/theme-source.ts'
import { type OwnTheme, readOwnTheme } from './own-theme.ts'
import { recordThemeError } from './theme-errors.ts'

const MIB = 1024 * 1024
const MAX_SOURCE_BYTES = 64 * MIB
const MAX_ASSET_BYTES = 32 * MIB
/** A page that fails for every visitor writes one row in this time. */
const ERROR_INTERVAL_MS = 10_000

export type OwnThemes = {
  /** Undefined if the store has no such version. */
  open: (storeId: StoreId, number: number) => Promise<OwnTheme | undefined>
  /** Undefined if the theme failed. Its owner can read why. */
  render: (theme: OwnTheme, page: PageInput) => Promise<string | undefined>
  /** The file of any version, because a page can be older than the version that is published now. */
  readAsset: (storeId: StoreId, url: string) => Promise<Buffer | undefined>
  stop: () => void
}

type Parts = { platform: ThemeSource; onError: (error: unknown) => void }

/** The themes that owners have uploaded. Versions never change, so what was read once stays in memory. */
export function openOwnThemes(db: Db, { platform, onError }: Parts): OwnThemes {
  const renderer = createThemeRenderer({ platform: async () => platform })
  const themes = new LRUCache<string, OwnTheme>({
    maxSize: MAX_SOURCE_BYTES,
    sizeCalculation: ({ source }) => JSON.stringify(source).length + 1,
  })
  const assets = new LRUCache<string, Buffer>({
    maxSize: MAX_ASSET_BYTES,
    sizeCalculation: (body, url) => body.length + url.length,
  })
  const reported = new LRUCache<string, true>({ max: 10_000, ttl: ERROR_INTERVAL_MS })

  async function report({ storeId, version, key }: OwnTheme, template: string, error: unknown): Promise<void> {
    const page = `${key} ${template}`
    if (!(error instanceof ThemeError)) return onError(error)
    if (reported.has(page)) return
    reported.set(page, true)
    const id = storeId as StoreId
    await inStore(db, id, (tx) => recordThemeError(tx, { storeId: id, version, template, ...error.problem })).catch(
      onError,
    )
  }

  return {
    async open(storeId, number) {
      const key = `${storeId}/${number}`
      const known = themes.get(key)
      if (known) return known
      const theme = await inStore(db, storeId, (tx) => readOwnTheme(tx, { storeId, number }))
      if (theme) themes.set(key, theme)
      return theme
    },
    render: (theme, page) =>
      renderer.render(theme, page).catch(async (error: unknown) => {
        await report(theme, page.template, error)
        return undefined
      }),
    async readAsset(storeId, url) {
      const key = `${storeId}${url}`
      const named = parseAssetUrl(url)
      const known = assets.get(key)
      if (known || !named) return known
      const { rows } = await inStore(db, storeId, (tx) =>
        sql<{ content: Buffer }>`
          select content from theme_files where store_id = ${storeId} and hash = ${named.hash} and path = ${named.path} limit 1`.execute(
          tx,
        ),
      )
      const content = rows[0]?.content
      if (content) assets.set(key, content)
      return content
    },
    stop: () => renderer.stop(),
  }
}
