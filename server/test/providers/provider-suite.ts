import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { FakeProvider } from './fake-provider.ts'
import { type TestMerchant, startTestMerchant } from './test-merchant.ts'
import { failureTests } from './suite-failures.ts'
import { refundTests } from './suite-refunds.ts'
import { paymentTests } from './suite-payments.ts'
import { signatureTests } from './suite-signatures.ts'

/** The tests that every provider adapter must pass. */
export function providerSuite(name: string, start: () => Promise<FakeProvider>): void {
  describe(`the ${name} adapter`, () => {
    let merchant: TestMerchant
    beforeAll(async () => {
      merchant = await startTestMerchant(await start())
    })
    afterEach(() => merchant.fake.behave({}))
    afterAll(() => merchant.close())

    const getMerchant = () => merchant
    describe('payments', () => {
      paymentTests(getMerchant)
    })
    describe('refunds and disputes', () => {
      refundTests(getMerchant)
    })
    describe('signatures', () => {
      signatureTests(getMerchant)
    })
    describe('failures', () => {
      failureTests(getMerchant)
    })
  })
}
