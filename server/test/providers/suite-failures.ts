import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { newId, type RefundId } from '../../src/ids.ts'
import type { Credentials } from '../../src/payments/provider.ts'
import type { Behaviour } from './fake-provider.ts'
import type { TestMerchant } from './test-merchant.ts'

const DEFAULT_TIMEOUT_MS = 10_000

export function failureTests(merchant: () => TestMerchant): void {
  /** Makes every call of the adapter while the provider has this behaviour, and returns the errors. */
  async function failures(behaviour: Behaviour): Promise<unknown[]> {
    const { openAndPay, draft, fake, connection } = merchant()
    const { refs, paymentRef, order } = await openAndPay()
    const { currency } = order
    fake.behave(behaviour)
    const results = await Promise.allSettled([
      connection.openPaymentPage(draft()),
      connection.queryPayment(refs),
      connection.queryPayment({ paymentRef }),
      connection.closePage({ checkoutId: order.checkoutId, pageRef: refs.pageRef ?? '', isSubscription: false }),
      connection.refund({ refundId: newId<RefundId>(), paymentRef, currency, amountMinor: 500, isFull: false }),
    ])
    return results.map((result) => (result.status === 'rejected' ? result.reason : 'succeeded'))
  }

  function expectAll(errors: unknown[], code: string): void {
    for (const error of errors) {
      expect(error).toBeInstanceOf(AppError)
      expect((error as AppError).code).toBe(code)
      expectNoSecret(error, merchant().fake.credentials)
    }
  }

  test.each([500, 502, 503, 429])('status %i means that the provider is unavailable', async (failWith) => {
    expectAll(await failures({ failWith }), 'provider_unavailable')
  })

  test.each([400, 401, 403])('status %i means that the provider refused', async (failWith) => {
    expectAll(await failures({ failWith }), 'provider_refused')
  })

  test('a provider that answers too late is unavailable', { timeout: 90_000 }, async () => {
    // Long after the limit, because the timer of a busy process can be seconds late.
    const slowMs = (merchant().fake.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS) + 15_000
    expectAll(await failures({ slowMs }), 'provider_unavailable')
  })

  test('a refund that failed can be retried and is made once', async () => {
    const { openAndPay, fake, connection } = merchant()
    const { page, order, paymentRef } = await openAndPay()
    const refund = {
      refundId: newId<RefundId>(),
      paymentRef,
      currency: order.currency,
      amountMinor: 500,
      isFull: false,
    }
    fake.behave({ failWith: 503 })
    await expect(connection.refund(refund)).rejects.toMatchObject({ code: 'provider_unavailable' })
    fake.behave({})
    await connection.refund(refund)
    await connection.refund(refund)
    expect(fake.refundedOf(page.pageRef)).toBe(500)
  })

  test('the credentials of a different account are refused and do not appear in the error', async () => {
    const { fake, draft } = merchant()
    const connection = fake.provider.connect(fake.otherCredentials)
    const error = await connection.openPaymentPage(draft()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'provider_refused' })
    expectNoSecret(error, fake.otherCredentials)
  })

  test('a refund of a payment that does not exist is refused', async () => {
    const { openAndPay, connection } = merchant()
    const { order, paymentRef } = await openAndPay()
    const missing = paymentRef.replaceAll(/[a-zA-Z0-9](?=.{0,3}$)/g, '7')
    const amount = { currency: order.currency, amountMinor: 500, isFull: false }
    const refund = connection.refund({ refundId: newId<RefundId>(), paymentRef: missing, ...amount })
    await expect(refund).rejects.toMatchObject({ code: 'provider_refused' })
  })

  test('malformed credentials are refused without a request and do not appear in the error', () => {
    const { fake } = merchant()
    for (const { name } of fake.provider.fields) {
      const { [name]: right = '', ...rest } = fake.credentials
      for (const wrong of [
        undefined,
        '',
        ' ',
        'hunter two',
        `${right}\n${right}`,
        `${right} ${right}`,
        'é'.repeat(40),
      ]) {
        const error = errorOf(() => fake.provider.connect(wrong === undefined ? rest : { ...rest, [name]: wrong }))
        expect(error, `${name}: ${wrong}`).toBeInstanceOf(AppError)
        expect((error as AppError).code).toBe('invalid_request')
        expectNoSecret(error, { ...fake.credentials, ...(wrong !== undefined && wrong.trim() !== '' && { wrong }) })
      }
    }
  })

  test('every credential has a field with a hint', () => {
    const { fields } = merchant().fake.provider
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(merchant().fake.credentials).sort())
    expect(fields.every(({ hint }) => hint.length > 0)).toBe(true)
  })
}

/** The error and everything attached to it can be logged without logging a credential. */
function expectNoSecret(error: unknown, credentials: Credentials): void {
  const all = inspect(error, { depth: 8, showHidden: true })
  for (const secret of Object.values(credentials)) expect(all).not.toContain(secret)
}

function errorOf(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}
