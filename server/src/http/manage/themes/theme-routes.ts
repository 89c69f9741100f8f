import {
  CreatePreviewBody,
  DiffQuery,
  RolledBackTheme,
  ThemeDiff,
  ThemeErrorList,
  ThemePreview,
  ThemeVersion,
  ThemeVersionDetails,
  ThemeVersionList,
} from '@quartermaster/contract/manage-themes'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { StoreId } from '../../../ids.ts'
import { createPreviewHosts } from '../../../stores/hosts/preview-hosts.ts'
import { showStorefront } from '../../../stores/storefront/show-storefront.ts'
import { diffVersions } from '../../../stores/themes/diff-versions.ts'
import { readOwnTheme } from '../../../stores/themes/own-theme.ts'
import { publishTheme, rollbackTheme } from '../../../stores/themes/publish-theme.ts'
import { listThemeErrors } from '../../../stores/themes/theme-errors.ts'
import {
  listFiles,
  listVersions,
  requireVersionOfTheme,
  type ThemeVersion as VersionView,
} from '../../../stores/themes/theme-version.ts'
import type { ManageApi } from '../manage-api.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'

export const THEMES = '/stores/:storeId/themes'
const THEME = `${THEMES}/:number` as const
const HOUR_MS = 3_600_000

export function themeRoutes({ store, parts }: ManageApi): void {
  const { storefrontDomain: domain, publicUrl } = parts.payments
  const previews = createPreviewHosts({ domain, keys: parts.secretKeys })

  store.route(
    {
      method: 'GET',
      url: THEMES,
      operationId: 'listThemeVersions',
      summary: 'List the versions of your theme',
      description: 'Newest first. The last 20 are kept, and the two that were published last.',
      permission: 'catalog:read',
      response: ThemeVersionList,
    },
    async ({ tx, storeId }) => {
      const published = await publishedVersion(tx, storeId)
      return { items: (await listVersions(tx, storeId)).map((version) => versionToWire(version, published)) }
    },
  )
  store.route(
    {
      method: 'GET',
      url: THEME,
      operationId: 'getThemeVersion',
      summary: 'Get a version of your theme',
      permission: 'catalog:read',
      response: ThemeVersionDetails,
    },
    async ({ tx, storeId, params }) => {
      const key = { storeId, number: readNumber(params.number) }
      const version = await requireVersionOfTheme(tx, key)
      const { schema = [] } = (await readOwnTheme(tx, key)) ?? {}
      const settings = schema.map((setting) => ({ ...setting }))
      return {
        ...versionToWire(version, await publishedVersion(tx, storeId)),
        settings,
        files: await listFiles(tx, key),
      }
    },
  )
  store.route(
    {
      method: 'GET',
      url: `${THEME}/diff`,
      operationId: 'diffThemeVersions',
      summary: 'Compare two versions of your theme',
      permission: 'catalog:read',
      query: DiffQuery,
      response: ThemeDiff,
    },
    async ({ tx, storeId, params, query }) => ({
      changes: await diffVersions(tx, { storeId, from: query.from, to: readNumber(params.number) }),
    }),
  )
  store.route(
    {
      method: 'POST',
      url: `${THEME}/publish`,
      operationId: 'publishTheme',
      summary: 'Publish a version of your theme',
      description:
        'All pages use it within a second or two. An older version can be published again. It is code that visitors run, so this needs a recent authentication.',
      permission: 'catalog:write',
      requiresRecentAuthentication: true,
      response: ThemeVersion,
    },
    async ({ tx, storeId, params, note }) => {
      const number = readNumber(params.number)
      note({ details: { number } })
      return versionToWire(await publishTheme(tx, { storeId, number }), number)
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${THEMES}/rollback`,
      operationId: 'rollbackTheme',
      summary: 'Return to the version that was published before',
      description: 'Before the first version, the store had a built-in theme.',
      permission: 'catalog:write',
      response: RolledBackTheme,
    },
    async ({ tx, storeId, note }) => {
      const themeVersion = await rollbackTheme(tx, storeId)
      note({ details: { themeVersion } })
      return { themeVersion }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${THEME}/preview`,
      operationId: 'createThemePreview',
      summary: 'Create a link to a preview of a version',
      description: 'The preview has a host of its own, sells nothing, and is not for search engines.',
      permission: 'catalog:write',
      body: CreatePreviewBody,
      response: ThemePreview,
      status: 201,
    },
    async ({ tx, storeId, params, body }) => {
      const { number: version } = await requireVersionOfTheme(tx, { storeId, number: readNumber(params.number) })
      const expiresAt = new Date(Date.now() + (body.hours ?? 24) * HOUR_MS)
      const url = new URL(publicUrl)
      url.hostname = previews.hostOf({ storeId, version, expiresAt })
      return { url: url.origin, expiresAt: toTimestamp(expiresAt) }
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/theme-errors',
      operationId: 'listThemeErrors',
      summary: 'List the last errors of your theme',
      description: 'Newest first. A page that your theme cannot render is shown with the built-in theme.',
      permission: 'catalog:read',
      response: ThemeErrorList,
    },
    async ({ tx, storeId }) => ({
      items: (await listThemeErrors(tx, storeId)).map(({ lastAt, ...error }) => ({
        ...error,
        lastAt: toTimestamp(lastAt),
      })),
    }),
  )
}

const MAX_NUMBER = 2 ** 23

function readNumber(text: string): number {
  const number = /^[1-9]\d{0,7}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > MAX_NUMBER) throw new AppError('not_found', 'No such version of the theme')
  return number
}

async function publishedVersion(tx: Tx, storeId: StoreId): Promise<number | null> {
  return (await showStorefront(tx, storeId)).themeVersion
}

export function versionToWire({ createdAt, publishedAt, ...version }: VersionView, published: number | null) {
  return {
    ...version,
    isPublished: version.number === published,
    createdAt: toTimestamp(createdAt),
    publishedAt: toNullableTimestamp(publishedAt),
  }
}
