import type { HttpResponse } from '../walls/http-client.ts'
import type { Operation } from '../walls/operations.ts'
import { createWrite, type Run, sendWrite, type WriteRequest } from './write-request.ts'

/** A write that is sent again after the kill. */
export type CheckedWrite = {
  operation: Operation
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
  run: Run,
  { operation, concurrent }: { operation: Operation; concurrent: number },
): Promise<CheckedWrite | undefined> {
  const fail = (what: string) => void run.failures.push(`${operation.id}: ${what}`)
  const { measureEffect } = run
  const single = await createWrite(run, operation)
  const [effect, alone] = await measureEffect(() => sendWrite(run, single, { key: null }))
  if (alone.status !== operation.status) {
    fail(`without a key, the response was ${alone.status}: ${alone.text.slice(0, 300)}`)
    return undefined
  }

  const done = await createWrite(run, operation)
  const addressFor = (turn: number) =>
    operation.endsSession ? { address: `127.210.0.${1 + Math.floor(turn / MAX_FAILURES_PER_ADDRESS)}` } : {}
  const [once, responses] = await measureEffect(() =>
    Promise.all(Array.from({ length: concurrent }, (_, turn) => sendWrite(run, done, { turn, ...addressFor(turn) }))),
  )
  run.effects++
  if (once !== effect) fail(`${concurrent} requests at once had the effect "${once}", one request "${effect}"`)
  const first = responses.find((response) => response.status === operation.status)
  if (!first)
    fail(`none of ${concurrent} requests was answered with ${operation.status}: ${responses[0]?.text.slice(0, 300)}`)
  const different = responses.filter((response) => isDifferent(response, first, operation))
  run.differentAnswers += different.length
  for (const text of new Set(different.map(toText))) {
    fail(`two responses differ:\n  ${text.slice(0, 600)}\n  ${first && toText(first).slice(0, 600)}`)
  }

  if (!operation.endsSession) {
    const [none, rejected] = await measureEffect(() => sendWrite(run, done, { isOther: true }))
    if (rejected.status !== 422) fail(`another request with the key was answered with ${rejected.status}`)
    if (none !== '') fail(`another request with the key had the effect "${none}"`)
  }

  const another = { ...(await createWrite(run, operation)), key: done.key }
  const [own, response] = await measureEffect(() => sendWrite(run, another))
  run.effects++
  if (own !== effect || isReplay(response)) {
    fail(`the same key of another account had the effect "${own}", with status ${response.status}`)
  }
  return first && { operation, effect, done, first }
}

/** Checks the same operation in another process after the kill, and the next day. */
export async function checkAfterKill(run: Run, { operation, done, first, held = done }: CheckedWrite): Promise<void> {
  const fail = (what: string) => void run.failures.push(`${operation.id}: ${what}`)
  if (operation.endsSession) return
  const [none, repeated] = await run.measureEffect(() => sendWrite(run, done))
  if (none !== '') fail(`a repetition after the kill had the effect "${none}"`)
  if (isDifferent(repeated, first, operation)) {
    run.differentAnswers++
    fail(`the response after the kill differs: ${toText(repeated).slice(0, 400)}`)
  }
  const [more, retried] = await run.measureEffect(() => sendWrite(run, held))
  if (retried.status !== operation.status) fail(`a retry after the kill was answered with ${retried.status}`)
  if (!isReplay(retried)) fail('a retry after the kill was not answered as a repetition')
  if (more !== '') fail(`a retry after the kill had the effect "${more}"`)

  const [stored] = await run.store.query(
    `update idempotent_responses set created_at = created_at - interval '25 hours'
     where key = any(select encode(sha256(convert_to(concat_ws(' ', scope, who, $1::text), 'UTF8')), 'hex')
       from unnest(array[principal::text, replace(principal::text, '-', '')]) who)
     returning created_at`,
    [done.key],
  )
  if (!stored) fail('no response is stored for the key')
  if (isReplay(await sendWrite(run, done))) fail('a key of yesterday was answered as a repetition')
}

function isDifferent(response: HttpResponse, first: HttpResponse | undefined, { endsSession }: Operation): boolean {
  // The session has ended, so the product no longer knows the caller.
  if (endsSession && response.status === 401) return false
  return first === undefined || toText(response) !== toText(first)
}

/** All bytes of a response except the header that marks a repetition. */
function toText({ status, headers, text }: HttpResponse): string {
  return JSON.stringify([status, headers.filter(([name]) => name !== 'idempotent-replayed'), text])
}

function isReplay({ headers }: HttpResponse): boolean {
  return headers.some(([name]) => name === 'idempotent-replayed')
}
