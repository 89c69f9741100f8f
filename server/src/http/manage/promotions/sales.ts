import { ListQuery } from '@quartermaster/contract/manage'
import {
  CreateSaleBody,
  PreviewPriceBody,
  PricePreview,
  Sale,
  SalePage,
  UpdateSaleBody,
} from '@quartermaster/contract/promotions/discounts'
import { previewPrice, type PricePreview as Preview } from '../../../checkouts/buy/preview-price.ts'
import { formatId, parseId, type SaleId } from '../../../ids.ts'
import type { Amounts } from '../../../pricing/basket.ts'
import { listSales, type Sale as SaleView, showSale } from '../../../promotions/sales/sale.ts'
import { editSale, removeSale, saveSale } from '../../../promotions/sales/save-sale.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { readSoldItems } from '../sold-items.ts'
import { discountFromWire, discountToWire, readDiscount, takesNearlyAll } from './discount-wire.ts'

const SALES = '/stores/:storeId/sales'
const SALE = `${SALES}/:saleId` as const

export function saleRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: SALES,
      operationId: 'listSales',
      summary: 'List sales',
      description: 'Lower prices for a time. Newest first.',
      permission: 'catalog:read',
      query: ListQuery,
      response: SalePage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<SaleId>('sal', key))
      const rows = await listSales(tx, { storeId, limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, { toItem: saleToWire, keyOf: ({ id }) => formatId('sal', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: SALES,
      operationId: 'createSale',
      summary: 'Create a sale',
      description:
        'Of several sales for a product, the one that takes off most applies. A discount of more than 90 percent, or of a fixed amount, needs a recent authentication.',
      permission: 'catalog:write',
      requiresProofFor: takesNearlyAll,
      body: CreateSaleBody,
      response: Sale,
      status: 201,
    },
    async ({ tx, storeId, body }) => {
      const { name, translations = {}, discount } = body
      const fields = { scope: null, startsAt: null, endsAt: null, ...discountFromWire(body) }
      return saleToWire(
        await saveSale(tx, { storeId, ...fields, name, translations, discount: readDiscount(discount) }),
      )
    },
  )
  store.route(
    {
      method: 'GET',
      url: SALE,
      operationId: 'getSale',
      summary: 'Get a sale',
      permission: 'catalog:read',
      response: Sale,
    },
    async ({ tx, storeId, params }) => saleToWire(await showSale(tx, { storeId, saleId: params.saleId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: SALE,
      operationId: 'updateSale',
      summary: 'Update a sale',
      description:
        'Orders that are open or paid keep their prices. A discount of more than 90 percent, or of a fixed amount, needs a recent authentication.',
      permission: 'catalog:write',
      requiresProofFor: takesNearlyAll,
      body: UpdateSaleBody,
      response: Sale,
      ifMatch: true,
    },
    async ({ tx, storeId, params: { saleId }, body, expectVersion, note }) => {
      note({ details: { changed: Object.keys(body) } })
      const { name, translations } = body
      const texts = { ...(name !== undefined && { name }), ...(translations && { translations }) }
      return saleToWire(await editSale(tx, { ...discountFromWire(body), ...texts, ...expectVersion, storeId, saleId }))
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: SALE,
      operationId: 'deleteSale',
      summary: 'Delete a sale',
      description: 'It ends at once. Orders that are open or paid keep their prices.',
      permission: 'catalog:write',
      response: null,
    },
    async ({ tx, storeId, params }) => removeSale(tx, { storeId, saleId: params.saleId }),
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/price-preview',
      operationId: 'previewPrice',
      summary: 'Preview a price',
      description:
        'What a purchase would cost now, line by line: list price, upgrade credit, sale, code, gift card, payment and tax. A preview reserves nothing.',
      permission: 'catalog:read',
      isTemporary: true,
      body: PreviewPriceBody,
      response: PricePreview,
    },
    async ({ tx, storeId, body }) => {
      const { code = null, gameUserId = null } = body
      return previewToWire(await previewPrice(tx, { storeId, items: readSoldItems(body.items), code, gameUserId }))
    },
  )
}

function saleToWire({ id, name, translations, version, createdAt, updatedAt, ...fields }: SaleView) {
  return {
    id: formatId('sal', id),
    name,
    translations,
    ...discountToWire(fields),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
    version,
  }
}

const NOTHING = {
  list: 0,
  upgradeCredit: 0,
  sale: 0,
  code: 0,
  giftCard: 0,
  paid: 0,
  tax: 0,
  creatorShare: 0,
}

function previewToWire({ currency, items, priced }: Preview) {
  if (priced.isRefused) {
    const refusals = priced.refusals.map((refusal) => ({
      reason: refusal.reason,
      lineNo: 'lineId' in refusal ? Number(refusal.lineId) + 1 : null,
    }))
    return { currency, refusals, lines: [], total: amountsToWire(NOTHING) }
  }
  const lines = items.map(({ productId, variantId, name, quantity }, i) => {
    const { saleId, ...amounts } = { saleId: undefined, ...NOTHING, ...priced.lines[i] }
    return {
      lineNo: i + 1,
      productId: formatId('prd', productId),
      variantId: variantId && formatId('var', variantId),
      name,
      quantity,
      saleId: saleId === undefined ? null : formatId('sal', saleId as SaleId),
      ...amountsToWire(amounts),
    }
  })
  return { currency, refusals: [], lines, total: amountsToWire(priced.total) }
}

function amountsToWire(amounts: Amounts) {
  return {
    listMinor: amounts.list,
    upgradeCreditMinor: amounts.upgradeCredit,
    saleMinor: amounts.sale,
    codeMinor: amounts.code,
    giftCardMinor: amounts.giftCard,
    paidMinor: amounts.paid,
    taxMinor: amounts.tax,
    creatorShareMinor: amounts.creatorShare,
  }
}
