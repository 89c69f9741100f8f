import { isSelector } from '../consoles/parse-line.ts'
import { fillWords, isSameCommand } from '../harness/check-deliveries.ts'
import type { ScenarioContext } from '../harness/scenario-context.ts'
import type { Delivery } from '../mock-store/delivery.ts'
import type { CommonScenario } from './scenario.ts'

/** Ids that break out of a command if they are inserted unchanged. Buyers type their own ids. */
const HOSTILE_PLAYERS: [description: string, player: string][] = [
  ['a semicolon', 'x;op-me'],
  ['a space', 'two words'],
  ['a quote', 'x" y'],
  ['a closing quote', '";op-me;"'],
  ['a single quote', "x' y"],
  ['a line break', 'x\nop-me'],
  ['a carriage return', 'x\rop-me'],
  ['a selector', '@a'],
  ['a trailing backslash', 'x\\'],
  ['the placeholder', '{userId}'],
  ['a replacement pattern', 'x$&y'],
  ['a comment', 'x//y'],
  ['200 characters', 'x'.repeat(200)],
  ['only a space', ' '],
]

export const HOSTILE_IDS: CommonScenario[] = [
  {
    id: 'hostile-ids',
    title: 'lets no player id become a second command, a selector or another argument',
    why: 'Buyers type their ids. A player named `x;op me` must not run commands on the server.',
    fix: 'Accept only ids that your game allows (letters, digits, `_`, `-`), or quote them exactly as its console reads quotes. Refuse all others and write that to the log.',
    async run(context): Promise<void> {
      const hostile = HOSTILE_PLAYERS.map(([description, player]) => ({
        description,
        delivery: context.createDelivery({ player, conditions: { online: false } }),
      }))
      const first = context.createDelivery({ player: '7001' })
      const last = context.createDelivery({ player: '7002' })
      context.enqueue(first, ...hostile.map(({ delivery }) => delivery), last)
      await context.startClient()
      await context.waitUntilDelivered(first, last)
      await context.waitForPolls(3)
      context.checkDelivered([first, last])

      const checks = hostile.map(({ description, delivery }) => ({ description, ...checkHostile(context, delivery) }))
      for (const { description, error } of checks) if (error) context.must(false, `${description}: ${error}`)
      const harmless = checks.filter(({ error }) => error === undefined)
      context.must(true, `${harmless.length} of ${checks.length} hostile ids did no harm`)
      const refused = checks.filter(({ hasRun }) => !hasRun).map(({ description }) => description)
      if (refused.length > 0) context.note(`refused: ${refused.join(', ')}`)
      for (const { sent } of context.state.console.findUnexpected()) {
        context.must(false, `a command that belongs to no delivery ran: "${sent}"`)
      }
    },
  },
]

function checkHostile({ state }: ScenarioContext, { player, steps }: Delivery): { hasRun: boolean; error?: string } {
  const [step] = steps
  const run = state.console.runs.find(({ marker }) => marker === step?.marker)
  if (!run || !step) return { hasRun: false }
  const hasBareSelector = run.commands.flat().some((word) => isSelector(word) && run.sent.split(' ').includes(word))
  if (hasBareSelector) return { hasRun: true, error: `the game read a selector in "${run.sent}"` }
  if (isSameCommand(run.commands, fillWords(step.template, player))) return { hasRun: true }
  const read = run.commands.map((command) => command.join(' | ')).join(' || ')
  return { hasRun: true, error: `the game received ${JSON.stringify(run.sent)} and read ${JSON.stringify(read)}` }
}
