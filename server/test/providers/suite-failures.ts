import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { newId, type RefundId } from '../../src/ids.ts'
import type { Credentials } from '../../src/payments/provider.ts'
import type { Behaviour } from './fake-provider.ts'
import type { TestMerchant } from './test-merchant.ts'

const USUAL_TIME_LIMIT_MS = 10_000

export function failureTests(merchant: () => TestMerchant): void {
  /** How each call that we make ends while the provider behaves so. */
  async function failures(behaviour: Behaviour): Promise<unknown[]> {
    const { openAndPay, draft, fake, connection } = merchant()
    const { refs, paymentRef, order } = await openAndPay()
    const { currency } = order
    fake.behave(behaviour)
    const ends = await Promise.allSettled([
      connection.openPaymentPage(draft()),
      connection.queryPayment(refs),
      connection.queryPayment({ paymentRef }),
      connection.refund({ refundId: newId<RefundId>(), paymentRef, currency, amountMinor: 500, isFull: false }),
    ])
    return ends.map((end) => (end.status === 'rejected' ? end.reason : 'succeeded'))
  }

  function expectAll(errors: unknown[], code: string): void {
    for (const error of errors) {
      expect(error).toBeInstanceOf(AppError)
      expect((error as AppError).code).toBe(code)
      expectNoSecret(error, merchant().fake.credentials)
    }
  }

  test.each([500, 502, 503, 429])('a provider that answers %i is away', async (failWith) => {
    expectAll(await failures({ failWith }), 'provider_unavailable')
  })

  test.each([400, 401, 403])('a provider that answers %i has refused', async (failWith) => {
    expectAll(await failures({ failWith }), 'provider_refused')
  })

  test('a provider that is too slow is away', { timeout: 90_000 }, async () => {
    const slowMs = (merchant().fake.requestTimeoutMs ?? USUAL_TIME_LIMIT_MS) + 1_000
    expectAll(await failures({ slowMs }), 'provider_unavailable')
  })

  test('a refund that the provider failed can be made later, once', async () => {
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

  test("somebody else's credentials are refused, and not told", async () => {
    const { fake, draft } = merchant()
    const stranger = fake.provider.connect(fake.otherCredentials)
    const error = await stranger.openPaymentPage(draft()).catch((reason: unknown) => reason)
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

  test('credentials that cannot be right are refused before anybody is asked, and not told', () => {
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
        const error = reasonOf(() => fake.provider.connect(wrong === undefined ? rest : { ...rest, [name]: wrong }))
        expect(error, `${name}: ${wrong}`).toBeInstanceOf(AppError)
        expect((error as AppError).code).toBe('invalid_request')
        expectNoSecret(error, { ...fake.credentials, ...(wrong !== undefined && wrong.trim() !== '' && { wrong }) })
      }
    }
  })

  test('every credential has a field with a hint for the owner', () => {
    const { fields } = merchant().fake.provider
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(merchant().fake.credentials).sort())
    expect(fields.every(({ hint }) => hint.length > 0)).toBe(true)
  })
}

/** Whoever logs the error with all that hangs on it must not log a credential. */
function expectNoSecret(error: unknown, credentials: Credentials): void {
  const all = inspect(error, { depth: 8, showHidden: true })
  for (const secret of Object.values(credentials)) expect(all).not.toContain(secret)
}

function reasonOf(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}
