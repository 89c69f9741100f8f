import { OpenCheckoutBody, OpenedCheckout } from '@quartermaster/contract/manage-checkouts'
import { readEmailAddress } from '../../../accounts/email-address.ts'
import { inStore, type Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { formatId, type GiftCardId, type StoreId } from '../../../ids.ts'
import { type ProviderName, PROVIDERS } from '../../../payments/provider.ts'
import { startPayment } from '../../../payments/start-payment.ts'
import { findCardByCode } from '../../../promotions/gift-cards/read-cards.ts'
import type { ManageApi } from '../manage-api.ts'
import { readServerId } from '../wire-ids.ts'
import { readSoldItems } from '../sold-items.ts'

export function openCheckoutRoutes({ parts, store }: ManageApi): void {
  store.routeInSteps(
    {
      method: 'POST',
      url: '/stores/:storeId/checkouts/open',
      operationId: 'openCheckout',
      summary: 'Open a checkout and its payment page',
      description:
        'For your own storefront: send the buyer to `paymentPageUrl`. Stock is reserved until the page expires, after an hour. A checkout that costs nothing is delivered immediately, so it needs a recent authentication.',
      permission: 'checkouts:write',
      body: OpenCheckoutBody,
      response: OpenedCheckout,
      status: 201,
      errors: { 502: 'The payment provider rejected the payment.' },
    },
    async ({ db, storeId, body, note, audit, requireProof }) => {
      const { gameUserId, reference, returnUrl = null, code = null } = body
      const items = readSoldItems(body.items)
      const serverId = body.serverId ? readServerId(body.serverId, 'body/serverId') : null
      const { giftCardCode: card = null } = body
      const giftCardId =
        card === null ? null : await inStore(db, storeId, (tx) => requireCard(tx, { storeId, code: card }))
      const opened = await startPayment(parts.payments, {
        sale: { storeId, gameUserId, items, serverId, reference, code, giftCardId },
        provider: readProvider(body.provider),
        returnUrl,
        buyerEmail: body.buyerEmail ? readEmailAddress(body.buyerEmail) : null,
        alongside: async (tx, { checkoutId, totalMinor, isNew }) => {
          if (totalMinor === 0 && isNew) requireProof()
          note({ subject: formatId('chk', checkoutId), details: { items: body.items } })
          await audit(tx)
        },
      })
      const { checkoutId, totalMinor, pageUrl } = opened
      return { id: formatId('chk', checkoutId), totalMinor, paymentPageUrl: pageUrl }
    },
  )
}

function readProvider(text: string): ProviderName {
  const provider = PROVIDERS.find((name) => name === text)
  if (provider) return provider
  throw new AppError('invalid_request', `No such payment provider. Use one of: ${PROVIDERS.join(', ')}.`, {
    field: 'body/provider',
  })
}

async function requireCard(tx: Tx, { storeId, code }: { storeId: StoreId; code: string }): Promise<GiftCardId> {
  const card = await findCardByCode(tx, { storeId, typed: code })
  if (card) return card.id
  throw new AppError('not_found', 'There is no gift card with this code. Check the code.', {
    field: 'body/giftCardCode',
  })
}
