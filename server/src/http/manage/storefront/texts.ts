import { SetStorefrontTextBody, StorefrontText, StorefrontTexts } from '@quartermaster/contract/manage-storefront'
import { AppError } from '../../../errors.ts'
import { type Locale, LOCALES } from '../../../locales.ts'
import { listTexts, removeText, setText } from '../../../stores/storefront/text-overrides.ts'
import type { ManageApi } from '../manage-api.ts'

const TEXTS = '/stores/:storeId/storefront/texts/:locale'
const TEXT = `${TEXTS}/:key` as const

export function storefrontTextRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: TEXTS,
      operationId: 'listStorefrontTexts',
      summary: 'List the texts of the pages in a language',
      description: 'All texts of our own pages and of the built-in themes, with those that the store has replaced.',
      permission: 'catalog:read',
      response: StorefrontTexts,
    },
    async ({ tx, storeId, params }) => {
      const locale = requireLocale(params.locale)
      return { locale, texts: await listTexts(tx, { storeId, locale }) }
    },
  )
  store.route(
    {
      method: 'PUT',
      url: TEXT,
      operationId: 'setStorefrontText',
      summary: 'Replace a text of the pages',
      description: 'A text has no markup. Values such as `{count}` are filled in; other names in braces are refused.',
      permission: 'catalog:write',
      body: SetStorefrontTextBody,
      response: StorefrontText,
    },
    async ({ tx, storeId, params, body }) =>
      setText(tx, { storeId, locale: requireLocale(params.locale), key: params.key, text: body.text }),
  )
  store.route(
    {
      method: 'DELETE',
      url: TEXT,
      operationId: 'removeStorefrontText',
      summary: 'Return to our text',
      permission: 'catalog:write',
      response: null,
    },
    async ({ tx, storeId, params }) =>
      removeText(tx, { storeId, locale: requireLocale(params.locale), key: params.key }),
  )
}

function requireLocale(name: string): Locale {
  const locale = LOCALES.find((each) => each === name)
  if (locale) return locale
  throw new AppError('not_found', `"${name}" is not a language of storefronts. Use ${LOCALES.join(', ')}`)
}
