import type { Element } from '../mock-store/delivery.ts'
import type { Queue } from '../mock-store/queue-v1.ts'
import type { World } from './scenario-state.ts'

type Judgement = { ok: boolean; text: string }

const SHOWN_MOST = 5

/** One line when all is well, else one for each thing that is not, up to a few. */
export function judgeDelivery(world: World, queue: Queue, elements: readonly Element[]): Judgement[] {
  const reported = new Set(queue.reported)
  const ran = new Map(world.console.runs.map((run) => [run.mark, run]))
  const wrong = elements.flatMap((element) => {
    const faults = [...judgeRuns(world, ran, element)]
    if (!reported.has(element.id)) faults.push(`${named(element)} was not reported`)
    return faults
  })
  if (wrong.length === 0) {
    const what = elements.length === 1 ? 'it' : `each of ${elements.length} elements`
    return [{ ok: true, text: `${what} ran once and was reported` }]
  }
  const shown = wrong.slice(0, SHOWN_MOST).map((text) => ({ ok: false, text }))
  return wrong.length > SHOWN_MOST ? [...shown, { ok: false, text: `and ${wrong.length - SHOWN_MOST} more` }] : shown
}

function* judgeRuns(
  world: World,
  ran: Map<string | undefined, { commands: string[][]; sent: string }>,
  element: Element,
) {
  for (const mark of new Set(element.steps.map((step) => step.mark))) {
    const wanted = element.steps.filter((step) => step.mark === mark).length
    const times = world.console.countOf(mark)
    const template = element.steps.find((step) => step.mark === mark)?.template ?? ''
    if (times !== wanted)
      yield `"${template}" of ${named(element)} ${ranText(times)}${times === 0 ? '' : ` instead of ${countOf(wanted)}`}`

    const run = ran.get(mark)
    const words = fillWords(template, element.player)
    if (run && !isSame(run.commands, words)) yield `the game got "${run.sent}" and should have got "${words.join(' ')}"`
  }
}

/** The words of a command as a game must read them. */
export function fillWords(template: string, player: string): string[] {
  return template.split(' ').map((word) => (word === '{userId}' ? player : word))
}

export function isSame(commands: string[][], words: string[]): boolean {
  const [only = [], ...others] = commands
  // Games take a command with or without the slash that players type.
  const read = only.map((word, index) => (index === 0 ? word.replace(/^\//, '') : word))
  return others.length === 0 && read.length === words.length && read.every((word, index) => word === words[index])
}

function named({ deliveryType, id, player }: Element): string {
  return `the ${deliveryType} ${id} of ${JSON.stringify(player)}`
}

function ranText(times: number): string {
  return times === 0 ? 'did not run' : `ran ${countOf(times)}`
}

function countOf(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}
