import {
  CreateStorefrontPreviewBody,
  SaveStorefrontPageBody,
  Storefront,
  StorefrontPage,
  StorefrontPageList,
  StorefrontPreview,
  UpdateStorefrontBody,
} from '@quartermaster/contract/manage-storefront'
import { requirePictures } from '../../../pictures/require-pictures.ts'
import { showStorefront, type Storefront as StorefrontView } from '../../../stores/storefront/show-storefront.ts'
import {
  deletePage,
  listPages,
  savePage,
  type StorefrontPage as PageView,
} from '../../../stores/storefront/storefront-pages.ts'
import { createPreviewHosts } from '../../../stores/hosts/preview-hosts.ts'
import { saveDraft } from '../../../stores/storefront/storefront-draft.ts'
import { updateStorefront } from '../../../stores/storefront/update-storefront.ts'
import type { ManageApi } from '../manage-api.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'

const STOREFRONT = '/stores/:storeId/storefront'
const PAGES = `${STOREFRONT}/pages` as const

const PREVIEW_MS = 15 * 60_000

export function storefrontRoutes({ store, parts }: ManageApi): void {
  const { storefrontDomain: domain, publicUrl } = parts.payments
  const previews = createPreviewHosts({ domain, keys: parts.secretKeys })

  store.route(
    {
      method: 'GET',
      url: STOREFRONT,
      operationId: 'getStorefront',
      summary: 'Get the storefront',
      permission: 'catalog:read',
      response: Storefront,
    },
    async ({ tx, storeId }) => toWire(await showStorefront(tx, storeId)),
  )
  store.route(
    {
      method: 'PATCH',
      url: STOREFRONT,
      operationId: 'updateStorefront',
      summary: 'Update the storefront',
      description: 'Fields that you omit do not change, and neither do texts. `translations` is replaced as a whole.',
      permission: 'catalog:write',
      body: UpdateStorefrontBody,
      response: Storefront,
      ifMatch: true,
    },
    async ({ tx, storeId, body, expectVersion, note }) => {
      note({ details: { changed: Object.keys(body) } })
      await requirePictures(tx, { storeId, hashes: [body.logo, body.banner] })
      return toWire(await updateStorefront(tx, { ...body, ...expectVersion, storeId }))
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${STOREFRONT}/preview`,
      operationId: 'createStorefrontPreview',
      summary: 'Create a link to a preview of changes',
      description:
        'Shows the store as it would be with these changes, without making them. The preview has a host of its own, sells nothing, is not for search engines, and ends after 15 minutes. The names of players follow the saved settings.',
      permission: 'catalog:write',
      body: CreateStorefrontPreviewBody,
      response: StorefrontPreview,
      status: 201,
      isTemporary: true,
    },
    async ({ tx, storeId, body }) => {
      const expiresAt = new Date(Date.now() + PREVIEW_MS)
      const draft = await saveDraft(tx, { storeId, changes: body, expiresAt })
      const url = new URL(publicUrl)
      url.hostname = previews.hostOf({ storeId, draft, expiresAt })
      return { url: url.origin, expiresAt: toTimestamp(expiresAt) }
    },
  )
  store.route(
    {
      method: 'GET',
      url: PAGES,
      operationId: 'listStorefrontPages',
      summary: 'List your own pages of the storefront',
      description: 'Sorted by position.',
      permission: 'catalog:read',
      response: StorefrontPageList,
    },
    async ({ tx, storeId }) => ({ items: (await listPages(tx, storeId)).map(pageToWire) }),
  )
  store.route(
    {
      method: 'PUT',
      url: `${PAGES}/:slug`,
      operationId: 'saveStorefrontPage',
      summary: 'Create or replace a page of the storefront',
      permission: 'catalog:write',
      body: SaveStorefrontPageBody,
      response: StorefrontPage,
    },
    async ({ tx, storeId, params, body }) => pageToWire(await savePage(tx, { ...body, storeId, slug: params.slug })),
  )
  store.route(
    {
      method: 'DELETE',
      url: `${PAGES}/:slug`,
      operationId: 'deleteStorefrontPage',
      summary: 'Delete a page of the storefront',
      permission: 'catalog:write',
      response: null,
    },
    async ({ tx, storeId, params }) => deletePage(tx, { storeId, slug: params.slug }),
  )
}

function toWire({ updatedAt, ...storefront }: StorefrontView) {
  return { ...storefront, updatedAt: toTimestamp(updatedAt) }
}

function pageToWire({ updatedAt, ...page }: PageView) {
  return { ...page, updatedAt: toTimestamp(updatedAt) }
}
