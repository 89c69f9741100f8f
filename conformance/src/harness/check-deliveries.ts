import type { Delivery } from '../mock-store/delivery.ts'
import type { Queue } from '../mock-store/queue.ts'
import type { ScenarioState } from './scenario-state.ts'

type Check = { ok: boolean; text: string }

const MAX_ERRORS_SHOWN = 5

/** Checks that each delivery ran exactly once, with the right commands, and was reported. Returns up to five errors. */
export function checkDeliveries(state: ScenarioState, queue: Queue, deliveries: readonly Delivery[]): Check[] {
  const reported = new Set(queue.reported)
  const runs = new Map(state.console.runs.map((run) => [run.marker, run]))
  const errors = deliveries.flatMap((delivery) => {
    const found = [...findRunErrors(state, runs, delivery)]
    if (!reported.has(delivery.id)) found.push(`${describe(delivery)} was not reported`)
    return found
  })
  if (errors.length === 0) {
    const subject = deliveries.length === 1 ? 'the delivery' : `each of ${deliveries.length} deliveries`
    return [{ ok: true, text: `${subject} ran once and was reported` }]
  }
  const shown = errors.slice(0, MAX_ERRORS_SHOWN).map((text) => ({ ok: false, text }))
  const hidden = errors.length - shown.length
  return hidden > 0 ? [...shown, { ok: false, text: `and ${hidden} more` }] : shown
}

function* findRunErrors(
  state: ScenarioState,
  runs: Map<string | undefined, { commands: string[][]; sent: string }>,
  delivery: Delivery,
) {
  for (const marker of new Set(delivery.steps.map((step) => step.marker))) {
    const steps = delivery.steps.filter((step) => step.marker === marker)
    const template = steps[0]?.template ?? ''
    const count = state.console.countRuns(marker)
    if (count === 0) yield `"${template}" of ${describe(delivery)} did not run`
    else if (count !== steps.length) {
      yield `"${template}" of ${describe(delivery)} ran ${formatTimes(count)} instead of ${formatTimes(steps.length)}`
    }
    const run = runs.get(marker)
    const words = fillWords(template, delivery.player)
    if (run && !isSameCommand(run.commands, words)) {
      yield `the game received "${run.sent}" instead of "${words.join(' ')}"`
    }
  }
}

/** Returns the words of a command as a game must read them. */
export function fillWords(template: string, player: string): string[] {
  return template.split(' ').map((word) => (word === '{userId}' ? player : word))
}

export function isSameCommand(commands: string[][], words: string[]): boolean {
  const [first = [], ...others] = commands
  // Games accept a command with or without the slash that players type.
  const read = first.map((word, index) => (index === 0 ? word.replace(/^\//, '') : word))
  return others.length === 0 && read.length === words.length && read.every((word, index) => word === words[index])
}

function describe({ deliveryType, id, player }: Delivery): string {
  return `the ${deliveryType} ${id} for ${JSON.stringify(player)}`
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
