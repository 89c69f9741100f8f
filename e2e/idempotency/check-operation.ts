import type { Expectation } from '../walls/expected/expectation.ts'
import type { HttpResponse } from '../walls/http-client.ts'
import type { Operation } from '../walls/operations.ts'
import {
  createWrite,
  isReplay,
  measureEffect,
  sendWrite,
  type Setup,
  type Tally,
  toText,
  type WriteRequest,
} from './write-request.ts'

/** A write that is sent again after the kill. */
export type CheckedWrite = {
  operation: Operation
  expected: Expectation
  effect: string
  done: WriteRequest
  first: HttpResponse
  /** Its response was never sent. */
  held?: WriteRequest
}

/** A request with an ended session counts as a failed sign-in, and an address has a limit of these. */
const MAX_FAILURES_PER_ADDRESS = 10

/** Checks an operation before the kill: without a key, many times at once, changed, and from another account. */
export async function checkOperation(
  setup: Setup,
  tally: Tally,
  { operation, expected, concurrent }: { operation: Operation; expected: Expectation; concurrent: number },
): Promise<CheckedWrite | undefined> {
  const fail = (what: string) => void tally.failures.push(`${operation.id}: ${what}`)
  const send = (...args: [WriteRequest, Parameters<typeof sendWrite>[3]?]) => sendWrite(setup, tally, ...args)
  const single = await createWrite(setup, operation, expected)
  const [effect, alone] = await measureEffect(setup, () => send(single, { key: null }))
  if (alone.status !== expected.status) {
    fail(`without a key, the response was ${alone.status}: ${alone.text.slice(0, 300)}`)
    return undefined
  }

  const done = await createWrite(setup, operation, expected)
  const addressFor = (turn: number) =>
    expected.endsSession ? { address: `127.210.0.${1 + Math.floor(turn / MAX_FAILURES_PER_ADDRESS)}` } : {}
  const [once, responses] = await measureEffect(setup, () =>
    Promise.all(Array.from({ length: concurrent }, (_, turn) => send(done, { turn, ...addressFor(turn) }))),
  )
  tally.effects++
  if (once !== effect) fail(`${concurrent} requests at once had the effect "${once}", one request "${effect}"`)
  const first = responses.find((response) => response.status === expected.status)
  if (!first)
    fail(`none of ${concurrent} requests was answered with ${expected.status}: ${responses[0]?.text.slice(0, 300)}`)
  const different = responses.filter((response) => isDifferent(response, first, expected))
  tally.differentAnswers += different.length
  for (const text of new Set(different.map(toText))) {
    fail(`two responses differ:\n  ${text.slice(0, 600)}\n  ${first && toText(first).slice(0, 600)}`)
  }

  if (!expected.endsSession) {
    const [none, rejected] = await measureEffect(setup, () => send(done, { isOther: true }))
    if (rejected.status !== 422) fail(`another request with the key was answered with ${rejected.status}`)
    if (none !== '') fail(`another request with the key had the effect "${none}"`)
  }

  const another = { ...(await createWrite(setup, operation, expected)), key: done.key }
  const [own, response] = await measureEffect(setup, () => send(another))
  tally.effects++
  if (own !== effect || isReplay(response)) {
    fail(`the same key of another account had the effect "${own}", with status ${response.status}`)
  }
  return first && { operation, expected, effect, done, first }
}

/** Checks the same operation in another process after the kill, and the next day. */
export async function checkAfterKill(
  setup: Setup,
  tally: Tally,
  { operation, expected, done, first, held }: CheckedWrite,
): Promise<void> {
  const fail = (what: string) => void tally.failures.push(`${operation.id}: ${what}`)
  if (expected.endsSession) return
  const [none, repeated] = await measureEffect(setup, () => sendWrite(setup, tally, done))
  if (none !== '') fail(`a repetition after the kill had the effect "${none}"`)
  if (isDifferent(repeated, first, expected)) {
    tally.differentAnswers++
    fail(`the response after the kill differs: ${toText(repeated).slice(0, 400)}`)
  }
  const [more, retried] = await measureEffect(setup, () => sendWrite(setup, tally, held ?? done))
  if (retried.status !== expected.status || !isReplay(retried)) {
    fail(
      `a retry after the kill was answered with ${retried.status}, ${isReplay(retried) ? '' : 'not '}as a repetition`,
    )
  }
  if (more !== '') fail(`a retry after the kill had the effect "${more}"`)

  const [stored] = await setup.connections.query(
    `update idempotent_responses set created_at = created_at - interval '25 hours'
     where key = any(select encode(sha256(convert_to(concat_ws(' ', scope, who, $1::text), 'UTF8')), 'hex')
       from unnest(array[principal::text, replace(principal::text, '-', '')]) who)
     returning created_at`,
    [done.key],
  )
  if (!stored) fail('no response is stored for the key')
  if (isReplay(await sendWrite(setup, tally, done))) fail('a key of yesterday was answered as a repetition')
}

function isDifferent(response: HttpResponse, first: HttpResponse | undefined, { endsSession }: Expectation): boolean {
  // The session has ended, so the product no longer knows the caller.
  if (endsSession && response.status === 401) return false
  return first === undefined || toText(response) !== toText(first)
}
