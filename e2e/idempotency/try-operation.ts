import type { HttpResponse } from '../walls/http-client.ts'
import type { Expectation } from '../walls/expected/expectation.ts'
import type { Operation } from '../walls/operations.ts'
import {
  ask,
  bytesOf,
  effectWhile,
  isReplay,
  newCaller,
  newWrite,
  type Stage,
  type Tally,
  type Write,
} from './trial.ts'

/** What is looked at again after the process was killed. */
export type Kept = {
  operation: Operation
  expected: Expectation
  effect: string
  done: Write
  first: HttpResponse
  held?: Write
}

/** An address may fail so often, and who asks with a session that has just ended fails. */
const MOST_FAILURES = 10

/** One operation before the process dies: alone, many at once, with another body, by somebody else, and without an answer. */
export async function tryOperation(
  stage: Stage,
  tally: Tally,
  { operation, expected, concurrent }: { operation: Operation; expected: Expectation; concurrent: number },
): Promise<Kept | undefined> {
  const fail = (what: string) => void tally.failures.push(`${operation.id}: ${what}`)
  const alone = await newWrite(stage, operation, expected)
  const [effect, single] = await effectWhile(stage, () => ask(stage, tally, alone, { key: null }))
  if (single.status !== expected.status) {
    fail(`without a key it was answered ${single.status}: ${single.text.slice(0, 300)}`)
    return undefined
  }

  const done = await newWrite(stage, operation, expected)
  const networkOf = (turn: number) =>
    expected.endsSession ? { address: `127.210.0.${1 + Math.floor(turn / MOST_FAILURES)}` } : {}
  const [once, answers] = await effectWhile(stage, () =>
    Promise.all(Array.from({ length: concurrent }, (_, turn) => ask(stage, tally, done, { turn, ...networkOf(turn) }))),
  )
  tally.effects++
  if (once !== effect) fail(`${concurrent} at once did "${once}", one alone "${effect}"`)
  const first = answers.find((answer) => answer.status === expected.status)
  if (!first) fail(`of ${concurrent} at once nobody got ${expected.status}: ${answers[0]?.text.slice(0, 300)}`)
  tally.differentAnswers += differentOf(answers, first, expected)
  for (const odd of new Set(answers.filter((answer) => isDifferent(answer, first, expected)).map(bytesOf)))
    fail(`answered differently:\n  ${odd.slice(0, 600)}\n  ${first && bytesOf(first).slice(0, 600)}`)

  if (!expected.endsSession) {
    const [none, refused] = await effectWhile(stage, () => ask(stage, tally, done, { other: true }))
    if (refused.status !== 422)
      fail(`another request with the key was answered ${refused.status}: ${refused.text.slice(0, 200)}`)
    if (none !== '') fail(`another request with the key did "${none}"`)
  }

  const another = { ...(await newWrite(stage, operation, expected, await newCaller(stage, expected))), key: done.key }
  const [own, theirs] = await effectWhile(stage, () => ask(stage, tally, another))
  tally.effects++
  if (own !== effect || isReplay(theirs)) fail(`the same key of somebody else did "${own}": ${theirs.status}`)

  return first && { operation, expected, effect, done, first }
}

/** The same operation in the process that came after it. */
export async function tryAgain(
  stage: Stage,
  tally: Tally,
  { operation, expected, done, first, held }: Kept,
): Promise<void> {
  const fail = (what: string) => void tally.failures.push(`${operation.id}: ${what}`)
  if (expected.endsSession) return
  const [nothing, again] = await effectWhile(stage, () => ask(stage, tally, done))
  if (nothing !== '') fail(`a repetition after a restart did "${nothing}"`)
  if (isDifferent(again, first, expected)) {
    tally.differentAnswers++
    fail(`answered differently after a restart: ${bytesOf(again).slice(0, 400)}`)
  }
  const [more, retried] = await effectWhile(stage, () => ask(stage, tally, held ?? done))
  if (retried.status !== expected.status || !isReplay(retried))
    fail(
      `what was done before the kill was answered ${retried.status}, ${isReplay(retried) ? '' : 'not '}as a repetition`,
    )
  if (more !== '') fail(`a retry after the kill did "${more}" once more`)

  const [before] = await stage.hands.query<{ created_at: Date }>(
    `update idempotent_responses set created_at = created_at - interval '25 hours'
     where key = any(select encode(sha256(convert_to(concat_ws(' ', scope, who, $1::text), 'UTF8')), 'hex')
       from unnest(array[principal::text, replace(principal::text, '-', '')]) who)
     returning created_at`,
    [done.key],
  )
  if (!before) fail('no answer was kept')
  const anew = await ask(stage, tally, done)
  if (isReplay(anew)) fail('a key of yesterday was answered as a repetition')
}

function differentOf(answers: HttpResponse[], first: HttpResponse | undefined, expected: Expectation): number {
  return answers.filter((answer) => isDifferent(answer, first, expected)).length
}

function isDifferent(answer: HttpResponse, first: HttpResponse | undefined, { endsSession }: Expectation): boolean {
  // Whoever asks again with a session that has ended is not known any more.
  if (endsSession && answer.status === 401) return false
  return first === undefined || bytesOf(answer) !== bytesOf(first)
}
