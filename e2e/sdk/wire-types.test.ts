import * as v1 from '@quartermaster/contract/games/v1'
import * as v2 from '@quartermaster/contract/games/v2'
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

/** The compiler is the test: it rejects a schema whose type differs from the type of the SDK. Returns its name. */
function checkSame<SdkType>() {
  return <Schema extends TSchema>(schema: Same<SdkType, Wire<Schema>> extends true ? Schema : never) => nameOf(schema)
}

function nameOf(schema: object): unknown {
  return '$id' in schema ? schema.$id : 'no $id'
}

const SAME = [
  checkSame<sdk.Store>()(v1.Store),
  checkSame<sdk.Product>()(v1.Product),
  checkSame<sdk.WireCheckoutCommand>()(v1.CheckoutCommand),
  checkSame<sdk.Processed>()(v1.Processed),
  checkSame<sdk.InitResponse>()(v2.InitResponse),
  checkSame<sdk.LinkCode>()(v2.LinkResponse),
  checkSame<sdk.PollRequest>()(v2.PollRequest),
  checkSame<sdk.Conditions>()(v2.Conditions),
  checkSame<sdk.DeliveryCommand>()(v2.DeliveryCommand),
  checkSame<sdk.PollResponse>()(v2.PollResponse),
  checkSame<sdk.Outcome>()(v2.Outcome),
  checkSame<sdk.OutcomeResult>()(v2.OutcomeResult),
  checkSame<sdk.Problem>()(ManageProblem),
]

/** Bodies without a type in the SDK, because its methods create or read them. */
const WITHOUT_TYPE = [
  'Init',
  'PendingCommands',
  'MarkAsProcessed',
  'InitRequest',
  'LinkRequest',
  'ReportRequest',
  'ReportResponse',
]

test('every schema of the games interfaces has an equal type in the SDK', () => {
  const published = [...Object.values(v1), ...Object.values(v2), Problem].map(nameOf)
  expect(new Set([...SAME, ...WITHOUT_TYPE])).toEqual(new Set(published))
})
