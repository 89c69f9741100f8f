import * as v1 from '@quartermaster/contract/games-v1'
import * as v2 from '@quartermaster/contract/games-v2'
import { ManageProblem } from '@quartermaster/contract/manage'
import { Problem } from '@quartermaster/contract/problem'
import type * as sdk from '@quartermaster/sdk'
import type { Static, TSchema } from 'typebox'
import { expect, test } from 'vitest'

/** The schemas that other schemas refer to. */
type Named = {
  Store: typeof v1.Store
  Product: typeof v1.Product
  CheckoutCommand: typeof v1.CheckoutCommand
  Conditions: typeof v2.Conditions
  DeliveryCommand: typeof v2.DeliveryCommand
  Outcome: typeof v2.Outcome
  OutcomeResult: typeof v2.OutcomeResult
}
type Wire<Schema extends TSchema> = Static<Schema, Named>
/** Makes every field required, so that an optional field on only one side is a difference. */
type Whole<T> = T extends object
  ? { [Field in keyof T]-?: [Whole<T[Field]>, undefined extends T[Field] ? 'optional' : 'there'] }
  : T
type Same<One, Other> = [Whole<One>] extends [Whole<Other>]
  ? [Whole<Other>] extends [Whole<One>]
    ? true
    : false
  : false

/** The compiler is the test: if two types differ, `true` does not compile. */
const SAME: {
  Store: Same<sdk.Store, Wire<typeof v1.Store>>
  Product: Same<sdk.Product, Wire<typeof v1.Product>>
  CheckoutCommand: Same<sdk.WireCheckoutCommand, Wire<typeof v1.CheckoutCommand>>
  Processed: Same<sdk.Processed, Wire<typeof v1.Processed>>
  InitResponse: Same<sdk.InitResponse, Wire<typeof v2.InitResponse>>
  PollRequest: Same<sdk.PollRequest, Wire<typeof v2.PollRequest>>
  Conditions: Same<sdk.Conditions, Wire<typeof v2.Conditions>>
  DeliveryCommand: Same<sdk.DeliveryCommand, Wire<typeof v2.DeliveryCommand>>
  PollResponse: Same<sdk.PollResponse, Wire<typeof v2.PollResponse>>
  Outcome: Same<sdk.Outcome, Wire<typeof v2.Outcome>>
  OutcomeResult: Same<sdk.OutcomeResult, Wire<typeof v2.OutcomeResult>>
  Problem: Same<sdk.Problem, Wire<typeof ManageProblem>>
} = {
  Store: true,
  Product: true,
  CheckoutCommand: true,
  Processed: true,
  InitResponse: true,
  PollRequest: true,
  Conditions: true,
  DeliveryCommand: true,
  PollResponse: true,
  Outcome: true,
  OutcomeResult: true,
  Problem: true,
}

/** Bodies without a type in the SDK, because its methods create or read them. */
const WITHOUT_TYPE = ['Init', 'PendingCommands', 'MarkAsProcessed', 'InitRequest', 'ReportRequest', 'ReportResponse']

test('every schema of the games interfaces has an equal type in the SDK', () => {
  const schemas: object[] = [...Object.values(v1), ...Object.values(v2), Problem]
  const published = schemas.map((schema) => ('$id' in schema ? schema.$id : 'no $id'))
  expect(new Set([...Object.keys(SAME), ...WITHOUT_TYPE])).toEqual(new Set(published))
})
