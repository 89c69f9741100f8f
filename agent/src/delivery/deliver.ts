import { type DeliveryCommand, fillCommand, type Game, UnsafeUserIdError } from '@quartermaster/sdk'
import { ConsoleError, type GameConsole } from '../dialects/dialect.ts'
import type { Entry } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { DeliveryOutcome } from '../journal/record.ts'
import type { Log } from '../log.ts'
import { sleep } from './backoff.ts'
import type { ConsoleConnection } from './console-connection.ts'
import { logOutcome } from './log-outcome.ts'

export type DeliverParts = {
  journal: Journal
  connection: ConsoleConnection
  /** How player ids are put into commands. */
  game: Game
  /** Responses that mean that a command failed. */
  failures: RegExp[]
  /** How often the outcome of each repeatable delivery was uncertain, by id. */
  uncertainAttempts: Map<string, number>
  log: Log
}

/** After this many uncertain attempts a repeatable delivery is reported as failed, so that the store backs off. */
const MAX_UNCERTAIN_ATTEMPTS = 5

/** `released` means that there is no outcome yet. The store dispatches the delivery again. */
export type DeliveryResult = DeliveryOutcome | 'released'

/** Runs the remaining commands of a delivery. Each is in the journal before it is sent, and its response after. */
export async function deliver(delivery: DeliveryCommand, parts: DeliverParts): Promise<DeliveryResult> {
  const { journal, connection } = parts
  const commands = fillCommands(delivery, parts.game)
  await recordAttempt(delivery, journal)
  if (!Array.isArray(commands)) return finish(delivery, commands, parts)
  for (;;) {
    const step = findEntry(delivery, journal).done
    const command = commands[step]
    if (command === undefined) return finish(delivery, { outcome: 'done', done: step }, parts)
    const result = await connection.runExclusive((console) => runStep(console, { delivery, step, command }, parts))
    if (!result) return 'released'
    await result.recorded
    if (result.kind === 'responded') continue
    if (result.kind === 'not_sent') return handleNotSent(delivery, { step, ...result }, parts)
    if (result.kind === 'failed') return finish(delivery, createFailure(step, result.output), parts)
    return handleUncertain(delivery, { step, reason: result.reason }, parts)
  }
}

/** Fills in all commands before the first one runs, because an unsafe id must not stop a delivery halfway. */
function fillCommands({ products, gameUserId, done }: DeliveryCommand, game: Game): string[] | DeliveryOutcome {
  try {
    return products.flatMap(({ commands }) => commands).map((text) => fillCommand(text, { userId: gameUserId }, game))
  } catch (error) {
    const reason =
      error instanceof UnsafeUserIdError ? error.reason : `The command cannot be filled in: ${String(error)}`
    return { outcome: 'failed', done, retry: false, reason: cleanText(reason) }
  }
}

async function recordAttempt(delivery: DeliveryCommand, journal: Journal): Promise<void> {
  const { id, attempt, checkoutId, gameUserId: player, deliveryType: type, repeatable } = delivery
  if (journal.entry(id)?.attempt === attempt) return
  const products = delivery.products.map(({ name }) => name)
  const steps = delivery.products.flatMap(({ commands }) => commands).length
  const done = Math.min(delivery.done, steps)
  await journal.write({ id, attempt, kind: 'taken', checkoutId, player, type, products, repeatable, steps, done })
}

type Step = { delivery: DeliveryCommand; step: number; command: string }

type StepResult = { recorded: Promise<void> } & (
  | { kind: 'responded' }
  | { kind: 'failed'; output: string }
  | { kind: 'not_sent'; reason: string; console: GameConsole }
  | { kind: 'uncertain'; reason: string }
)

async function runStep(
  console: GameConsole,
  { delivery, step, command }: Step,
  { journal, failures }: DeliverParts,
): Promise<StepResult> {
  const { id, attempt } = delivery
  await journal.write({ id, attempt, kind: 'begun', step })
  try {
    const output = await console.run(command)
    if (failures.some((pattern) => pattern.test(output))) {
      return { kind: 'failed', output, recorded: Promise.resolve() }
    }
    // Not awaited here, so that the next delivery can start. Its record is written after this one.
    const recorded = journal.write({ id, attempt, kind: 'ended', step, output: cleanText(output) })
    return { kind: 'responded', recorded }
  } catch (error) {
    const reason = cleanText(error instanceof Error ? error.message : String(error)) || 'There was no response'
    if (!(error instanceof ConsoleError) || error.mayHaveRun) {
      return { kind: 'uncertain', reason, recorded: Promise.resolve() }
    }
    return { kind: 'not_sent', reason, console, recorded: journal.write({ id, attempt, kind: 'unsent', step }) }
  }
}

const CLOSE_TIMEOUT_MS = 250

/** If the console closes, the delivery waits for the next connection. Otherwise the console refused this command. */
async function handleNotSent(
  delivery: DeliveryCommand,
  { step, reason, console }: { step: number; reason: string; console: GameConsole },
  parts: DeliverParts,
): Promise<DeliveryResult> {
  const waiting = new AbortController()
  await Promise.race([console.closed, sleep(CLOSE_TIMEOUT_MS, waiting.signal)])
  waiting.abort()
  if (parts.connection.current() !== console) return 'released'
  return finish(delivery, { outcome: 'failed', done: step, reason }, parts)
}

async function handleUncertain(
  delivery: DeliveryCommand,
  { step, reason }: { step: number; reason: string },
  parts: DeliverParts,
): Promise<DeliveryResult> {
  const { id, repeatable } = delivery
  if (!repeatable) return finish(delivery, { outcome: 'in_doubt', done: step, reason }, parts)
  const attempts = (parts.uncertainAttempts.get(id) ?? 0) + 1
  parts.uncertainAttempts.set(id, attempts)
  if (attempts < MAX_UNCERTAIN_ATTEMPTS) return 'released'
  return finish(delivery, { outcome: 'failed', done: step, reason }, parts)
}

function createFailure(step: number, output: string): DeliveryOutcome {
  const reason = `The game answered: ${output.trim().split('\n')[0] ?? ''}`
  return { outcome: 'failed', done: step, reason: cleanText(reason), output: cleanText(output) }
}

async function finish(
  delivery: DeliveryCommand,
  result: DeliveryOutcome,
  { journal, uncertainAttempts, log }: DeliverParts,
): Promise<DeliveryOutcome> {
  const { id, attempt } = delivery
  uncertainAttempts.delete(id)
  const { output } = findEntry(delivery, journal)
  const outcome = result.output === undefined && output !== '' ? { ...result, output } : result
  await journal.write({ id, attempt, kind: 'concluded', outcome })
  logOutcome(findEntry(delivery, journal), outcome, log)
  return outcome
}

function findEntry({ id }: DeliveryCommand, journal: Journal): Entry {
  const entry = journal.entry(id)
  if (!entry) throw new Error(`${id} is not in the journal`)
  return entry
}

const MAX_TEXT_LENGTH = 2_000

/** The store accepts text without control characters, and games can print anything. */
function cleanText(output: string): string {
  const clean = output
    .replaceAll(/[^\P{Cc}\n\t]/gu, '\u{fffd}')
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
  return clean.toWellFormed()
}
