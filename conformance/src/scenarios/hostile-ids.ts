import { isSelector } from '../consoles/parse-line.ts'
import type { Element } from '../mock-store/delivery.ts'
import { fillWords, isSame } from '../harness/check-deliveries.ts'
import type { Stage } from '../harness/scenario-context.ts'
import type { NeutralScenario } from './scenario.ts'

/** Ids that break out of a command text when they are pasted into it. Buyers type their own ids. */
const HOSTILE: [string, string][] = [
  ['a semicolon', 'x;op-me'],
  ['a blank', 'two words'],
  ['a quote', 'x" y'],
  ['a closed quote', '";op-me;"'],
  ['a single quote', "x' y"],
  ['a line break', 'x\nop-me'],
  ['a carriage return', 'x\rop-me'],
  ['a selector', '@a'],
  ['a backslash at its end', 'x\\'],
  ['the placeholder', '{userId}'],
  ['a replacement pattern', 'x$&y'],
  ['a comment', 'x//y'],
  ['200 characters', 'x'.repeat(200)],
  ['nothing but a blank', ' '],
]

export const NAMES: NeutralScenario[] = [
  {
    id: 'hostile-names',
    title: 'lets no player id become a second command, a selector or another argument',
    why: 'A buyer types the id. Who names himself `x;op me` must not run commands on the server.',
    mend: 'Allow the ids your game knows (letters, digits, `_`, `-`), or quote them exactly as its console reads quotes. Pass over all others and say so in the log.',
    async play(stage): Promise<void> {
      const hostile = HOSTILE.map(([kind, player]) => ({
        kind,
        element: stage.element({ player, conditions: { online: false } }),
      }))
      const good = [stage.element({ player: '7001' }), stage.element({ player: '7002' })]
      stage.offer(...good.slice(0, 1), ...hostile.map(({ element }) => element), ...good.slice(1))
      await stage.start()
      await stage.served(...good)
      await stage.polls(3)
      stage.delivered(good)

      const verdicts = hostile.map(({ kind, element }) => ({ kind, ...judge(stage, element) }))
      for (const { kind, ok, text } of verdicts) if (!ok) stage.must(false, `${kind}: ${text}`)
      const refused = verdicts.filter(({ text }) => text === 'refused').map(({ kind }) => kind)
      stage.must(true, `${verdicts.filter(({ ok }) => ok).length} of ${verdicts.length} hostile ids did no harm`)
      if (refused.length > 0) stage.note(`passed over: ${refused.join(', ')}`)
      for (const { sent } of stage.world.console.strays()) stage.must(false, `a command that nobody sold: "${sent}"`)
    },
  },
]

function judge({ world }: Stage, { player, steps }: Element): { ok: boolean; text: string } {
  const [step] = steps
  const runs = world.console.runs.filter(({ mark }) => mark === step?.mark)
  const [run] = runs
  if (!run || !step) return { ok: true, text: 'refused' }
  const words = fillWords(step.template, player)
  const bare = run.commands.flat().some((word) => isSelector(word) && run.sent.split(' ').includes(word))
  if (bare) return { ok: false, text: `the game read a selector in "${run.sent}"` }
  if (isSame(run.commands, words)) return { ok: true, text: 'read back' }
  const read = run.commands.map((command) => command.join(' | ')).join(' || ')
  return { ok: false, text: `the game got ${JSON.stringify(run.sent)} and read ${JSON.stringify(read)}` }
}
