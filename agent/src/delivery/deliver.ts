import { type DeliveryCommand, fillCommand, type Game, UnsafeUserIdError } from '@quartermaster/sdk'
import { ConsoleError, type GameConsole } from '../dialects/dialect.ts'
import type { Entry } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { Conclusion } from '../journal/record.ts'
import type { Log } from '../log.ts'
import type { ConsoleLink } from './console-connection.ts'
import { rest } from './backoff.ts'
import { tellConclusion } from './log-outcome.ts'

export type DeliverParts = {
  journal: Journal
  link: ConsoleLink
  /** How ids are put into commands. */
  game: Game
  /** Answers that mean that a command did not do what it says. */
  failures: RegExp[]
  /** How often repeatable commands were in doubt, by id. */
  doubts: Map<string, number>
  log: Log
}

/** A repeatable command that is in doubt this often has a reason of its own: the store slows it down and shows it. */
const DOUBTS_MOST = 5

/** `let_go`: nothing is decided, and the store will hand it out again. */
export type Delivered = Conclusion | 'let_go'

/** Runs the console commands of one element that are left, each noted on disk before it is sent and after it was answered. */
export async function deliver(element: DeliveryCommand, parts: DeliverParts): Promise<Delivered> {
  const { journal, link } = parts
  const commands = fillAll(element, parts.game)
  await takeUp(element, journal)
  if (!Array.isArray(commands)) return conclude(element, commands, parts)
  for (;;) {
    const step = entryOf(element, journal).done
    const command = commands[step]
    if (command === undefined) return conclude(element, { outcome: 'done', done: step }, parts)
    const ran = await link.inTurn(async (console) => runStep(console, { element, step, command }, parts))
    if (!ran) return 'let_go'
    await ran.noted
    if (ran.end === 'answered') continue
    if (ran.end === 'unsent') return afterUnsent(element, { step, ...ran }, parts)
    if (ran.end === 'failed') return conclude(element, failedAt(step, ran.output), parts)
    return afterDoubt(element, { step, reason: ran.reason }, parts)
  }
}

/** Before the first of them runs: an id that cannot be put into the last command stops all. */
function fillAll({ products, gameUserId, done }: DeliveryCommand, game: Game): string[] | Conclusion {
  try {
    return products.flatMap(({ commands }) => commands).map((text) => fillCommand(text, { userId: gameUserId }, game))
  } catch (error) {
    const reason =
      error instanceof UnsafeUserIdError ? error.reason : `The command cannot be filled in: ${String(error)}`
    return { outcome: 'failed', done, retry: false, reason: receipt(reason) }
  }
}

async function takeUp(element: DeliveryCommand, journal: Journal): Promise<void> {
  const { id, attempt, gameUserId: player, deliveryType: type, repeatable } = element
  if (journal.entry(id)?.attempt === attempt) return
  const products = element.products.map(({ name }) => name)
  const steps = element.products.flatMap(({ commands }) => commands).length
  const done = Math.min(element.done, steps)
  await journal.write({ id, attempt, kind: 'taken', player, type, products, repeatable, steps, done })
}

type Step = { element: DeliveryCommand; step: number; command: string }

type Ran = { noted: Promise<void> } & (
  | { end: 'answered' }
  | { end: 'failed'; output: string }
  | { end: 'unsent'; reason: string; console: GameConsole }
  | { end: 'in_doubt'; reason: string }
)

async function runStep(console: GameConsole, { element, step, command }: Step, parts: DeliverParts): Promise<Ran> {
  const { journal, failures } = parts
  const { id, attempt } = element
  await journal.write({ id, attempt, kind: 'begun', step })
  try {
    const output = await console.run(command)
    if (failures.some((pattern) => pattern.test(output))) return { end: 'failed', output, noted: Promise.resolve() }
    // Not awaited here: the next in turn may begin, and its line goes to the disk behind this one.
    return { end: 'answered', noted: journal.write({ id, attempt, kind: 'ended', step, output: receipt(output) }) }
  } catch (error) {
    const reason = receipt(error instanceof Error ? error.message : String(error)) || 'There was no answer'
    if (!(error instanceof ConsoleError) || error.mayHaveRun)
      return { end: 'in_doubt', reason, noted: Promise.resolve() }
    return { end: 'unsent', reason, console, noted: journal.write({ id, attempt, kind: 'unsent', step }) }
  }
}

const CLOSES_WITHIN_MS = 250

/** A console that is gone will be back. One that is still there has refused this very command, and will again. */
async function afterUnsent(
  element: DeliveryCommand,
  { step, reason, console }: { step: number; reason: string; console: GameConsole },
  parts: DeliverParts,
): Promise<Delivered> {
  const enough = new AbortController()
  await Promise.race([console.closed, rest(CLOSES_WITHIN_MS, enough.signal)])
  enough.abort()
  if (parts.link.console() !== console) return 'let_go'
  return conclude(element, { outcome: 'failed', done: step, reason }, parts)
}

async function afterDoubt(
  element: DeliveryCommand,
  { step, reason }: { step: number; reason: string },
  parts: DeliverParts,
): Promise<Delivered> {
  const { id, repeatable } = element
  if (!repeatable) return conclude(element, { outcome: 'in_doubt', done: step, reason }, parts)
  const doubts = (parts.doubts.get(id) ?? 0) + 1
  parts.doubts.set(id, doubts)
  if (doubts < DOUBTS_MOST) return 'let_go'
  return conclude(element, { outcome: 'failed', done: step, reason }, parts)
}

function failedAt(step: number, output: string): Conclusion {
  const reason = `The game answered: ${output.trim().split('\n')[0] ?? ''}`
  return { outcome: 'failed', done: step, reason: receipt(reason), output: receipt(output) }
}

async function conclude(
  element: DeliveryCommand,
  conclusion: Conclusion,
  { journal, doubts, log }: DeliverParts,
): Promise<Conclusion> {
  const { id, attempt } = element
  doubts.delete(id)
  const { output } = entryOf(element, journal)
  const outcome = conclusion.output === undefined && output !== '' ? { ...conclusion, output } : conclusion
  await journal.write({ id, attempt, kind: 'concluded', outcome })
  tellConclusion(entryOf(element, journal), outcome, log)
  return outcome
}

function entryOf({ id }: DeliveryCommand, journal: Journal): Entry {
  const entry = journal.entry(id)
  if (!entry) throw new Error(`${id} is not in the journal`)
  return entry
}

const RECEIPT_MOST = 2_000

/** What a game prints may hold anything; a store keeps text. */
function receipt(output: string): string {
  const clean = output
    .replaceAll(/[^\P{Cc}\n\t]/gu, '\u{fffd}')
    .trim()
    .slice(0, RECEIPT_MOST)
  return clean.toWellFormed()
}
