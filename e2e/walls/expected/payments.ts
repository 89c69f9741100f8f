import {
  addAbandonedCheckout,
  addDeclinedCheckout,
  addPartlyRefundedSale,
  addUnpaidCheckout,
  sandboxCallback,
  stripeDispute,
} from '../fixtures/callbacks.ts'
import { addPaidSale } from '../fixtures/payments.ts'
import type { Expectation, Row } from './expectation.ts'

/** A route that is not in the document of the management API. */
export type OtherRoute = Expectation & { method: 'GET' | 'POST'; path: string; routeFile: string }

/** Callers need no credential. They have the address of a page, or the secret of a provider. */
const anyone = (status: number, row: Row): Expectation => ({
  allowed: 'anyone',
  scope: null,
  status,
  audit: 'never',
  callers: ['anonymous'],
  ...row,
})
const CALLBACK = { sharedNames: ['storeId'], contains: '"received":"applied"' }
const CALLBACKS = { method: 'POST', routeFile: 'http/payments/callbacks.ts' } as const
const PAGES = { routeFile: 'http/pay-pages/routes.ts' } as const
const PAY = { text: 'action=pay', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

export const PAYMENTS: Record<string, OtherRoute> = {
  receiveSandboxCallback: {
    ...CALLBACKS,
    path: '/api/payments/1.0/sandbox/{storeId}',
    ...anyone(200, {
      ...CALLBACK,
      raw: sandboxCallback(addUnpaidCheckout, { paid: true }),
      others: [
        { raw: sandboxCallback(addUnpaidCheckout, { closed: true }) },
        { raw: sandboxCallback(addAbandonedCheckout, { paid: true }) },
        { raw: sandboxCallback(addPaidSale, { paid: true, dispute: 'open' }) },
        { raw: sandboxCallback(addPartlyRefundedSale, { paid: true, refundedMinor: 1_990 }) },
      ],
    }),
  },
  receiveStripeCallback: {
    ...CALLBACKS,
    path: '/api/payments/1.0/stripe/{storeId}',
    ...anyone(200, { ...CALLBACK, raw: stripeDispute }),
  },
  showOrderPage: {
    ...PAGES,
    method: 'GET',
    path: '/pay/{storeId}/{checkoutId}',
    ...anyone(200, { params: addPaidSale }),
  },
  showSandboxPage: {
    ...PAGES,
    method: 'GET',
    path: '/pay/sandbox/{storeId}/{checkoutId}',
    ...anyone(200, { params: addUnpaidCheckout }),
  },
  payInSandbox: {
    ...PAGES,
    method: 'POST',
    path: '/pay/sandbox/{storeId}/{checkoutId}',
    ...anyone(303, { params: addDeclinedCheckout, raw: PAY }),
  },
}
