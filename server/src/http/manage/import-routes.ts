import { ImportBody, ImportReport } from '@quartermaster/contract/manage-imports'
import type { Static } from 'typebox'
import { requirePermission } from '../../access/enter-store.ts'
import type { Actor } from '../../access/member.ts'
import type { StoreId } from '../../ids.ts'
import {
  importBatch,
  type ImportBatch,
  IMPORTED_KINDS,
  type ImportReport as Report,
  previewImport,
} from '../../imports/import-batch.ts'
import { readDiscount } from './promotions/discount-wire.ts'
import { readTimestamp } from '../json-api/timestamps.ts'
import type { ManageApi } from './manage-api.ts'
import { readServerId } from './wire-ids.ts'

const IMPORTS = '/stores/:storeId/imports'
/** A product with all commands and a long description has some hundred kilobytes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

/** There can be very many of them, and their names tell nothing. */
const ONLY_COUNTED = new Set<string>(['entitlements', 'bans', 'giftCards'])

type Body = Static<typeof ImportBody>
type Call = { storeId: StoreId; body: Body; actor: Actor }

export function importRoutes({ store }: ManageApi): void {
  const route = {
    method: 'POST',
    // Imported products bring commands, which run on the console of game servers.
    permission: 'commands:write',
    body: ImportBody,
    response: ImportReport,
    maxBodyBytes: MAX_BODY_BYTES,
    isSlow: true,
  } as const
  store.route(
    {
      ...route,
      url: `${IMPORTS}/preview`,
      operationId: 'previewImport',
      summary: 'Preview an import',
      description: 'Reports what `importBatch` would do with the same body. A preview changes nothing.',
      isTemporary: true,
    },
    async ({ tx, ...call }) => reportToWire(await previewImport(tx, readBatch(call))),
  )
  store.route(
    {
      ...route,
      url: IMPORTS,
      operationId: 'importBatch',
      summary: 'Import from another platform',
      description:
        'Imports categories, products, what players own, bans, coupons and gift cards. Everything remembers its id at the source, so the same batch a second time changes nothing. ' +
        'Imported purchases cost nothing, are not delivered and do not count as sales; when they end, the expire commands of their product run. ' +
        'Send categories before products, and products before entitlements and coupons, in as many batches as needed.',
      requiresRecentAuthentication: true,
    },
    async ({ tx, note, ...call }) => {
      const report = reportToWire(await importBatch(tx, readBatch(call)))
      // The audit log is never changed, so it must not contain the ids of players.
      note({ details: { source: call.body.source, overwrite: call.body.overwrite ?? false, counts: report.counts } })
      return report
    },
  )
}

/** Each part needs the permission that its own operations need; products need the one of the route. */
function readBatch({ storeId, body, actor }: Call): ImportBatch {
  const { categories = [], products = [], entitlements = [], bans = [], coupons = [], giftCards = [] } = body
  if (categories.length + coupons.length > 0) requirePermission(actor, 'catalog:write')
  if (entitlements.length + giftCards.length > 0) requirePermission(actor, 'checkouts:write')
  if (bans.length > 0) requirePermission(actor, 'players:write')
  return {
    storeId,
    source: body.source,
    overwrite: body.overwrite ?? false,
    by: actor.name,
    categories: categories.map(({ description = '', position = 0, ...category }) => ({
      ...category,
      description,
      position,
    })),
    products: products.map(readProduct),
    entitlements: entitlements.map(({ since, until, quantity = 1, ...entitlement }, i) => ({
      ...entitlement,
      since: since ? readTimestamp(since, `body/entitlements/${i}/since`) : null,
      until: until ? readTimestamp(until, `body/entitlements/${i}/until`) : null,
      quantity,
    })),
    bans: bans.map(({ until, ...ban }, i) => ({
      ...ban,
      until: until ? readTimestamp(until, `body/bans/${i}/until`) : null,
    })),
    coupons: coupons.map(readCoupon),
    giftCards: giftCards.map(({ expiresAt, note = '', ...card }, i) => ({
      ...card,
      note,
      expiresAt: expiresAt ? readTimestamp(expiresAt, `body/giftCards/${i}/expiresAt`) : null,
    })),
  }
}

function readCoupon(coupon: NonNullable<Body['coupons']>[number], i: number): ImportBatch['coupons'][number] {
  const { note = '', discount, productSourceIds = [], categorySourceIds = [], startsAt, endsAt, ...more } = coupon
  const { minimumMinor = 0, maxUses = null, maxUsesPerPlayer = null, periods = 'first', ...rest } = more
  return {
    ...rest,
    note,
    discount: readDiscount(discount),
    productSourceIds,
    categorySourceIds,
    minimumMinor,
    maxUses,
    maxUsesPerPlayer,
    everyPeriod: periods === 'all',
    startsAt: startsAt ? readTimestamp(startsAt, `body/coupons/${i}/startsAt`) : null,
    endsAt: endsAt ? readTimestamp(endsAt, `body/coupons/${i}/endsAt`) : null,
  }
}

function readProduct(product: NonNullable<Body['products']>[number], i: number): ImportBatch['products'][number] {
  const { categorySourceId = null, description = '', position = 0, visibility = 'public', ...more } = product
  const { durationSeconds = null, commands, serverIds = [], requiresOnline = true, maxPerPlayer = null, ...rest } = more
  return {
    ...rest,
    categorySourceId,
    description,
    position,
    visibility,
    durationSeconds,
    commands: { refund: [], expire: [], ...commands },
    serverIds: serverIds.map((id, n) => readServerId(id, `body/products/${i}/serverIds/${n}`)),
    requiresOnline,
    maxPerPlayer,
  }
}

function reportToWire(report: Report): Static<typeof ImportReport> {
  const count = (kind: (typeof IMPORTED_KINDS)[number]) => {
    const counts = { created: 0, changed: 0, unchanged: 0, kept: 0, failed: 0 }
    for (const { outcome } of report[kind]) counts[outcome]++
    return counts
  }
  return {
    counts: {
      categories: count('categories'),
      products: count('products'),
      entitlements: count('entitlements'),
      bans: count('bans'),
      coupons: count('coupons'),
      giftCards: count('giftCards'),
    },
    items: IMPORTED_KINDS.flatMap((kind) =>
      report[kind].flatMap(({ outcome, ...item }) => {
        const isCounted = outcome === 'created' && ONLY_COUNTED.has(kind)
        return outcome === 'unchanged' || isCounted ? [] : { kind, outcome, ...item }
      }),
    ),
  }
}
