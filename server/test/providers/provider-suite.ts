import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { FakeProvider } from './fake-provider.ts'
import { type Desk, openDesk } from './suite-desk.ts'
import { failureTests } from './suite-failures.ts'
import { moneyBackTests } from './suite-money-back.ts'
import { paymentTests } from './suite-payments.ts'
import { signatureTests } from './suite-signatures.ts'

/** What every payment provider must keep, whatever it is called. An adapter is done when its fake passes this. */
export function providerSuite(name: string, start: () => Promise<FakeProvider>): void {
  describe(`the ${name} adapter`, () => {
    let desk: Desk
    beforeAll(async () => {
      desk = await openDesk(await start())
    })
    afterEach(() => desk.fake.behave({}))
    afterAll(() => desk.close())

    const theDesk = () => desk
    describe('payments', () => {
      paymentTests(theDesk)
    })
    describe('money back', () => {
      moneyBackTests(theDesk)
    })
    describe('signatures', () => {
      signatureTests(theDesk)
    })
    describe('failures', () => {
      failureTests(theDesk)
    })
  })
}
