import { cleanLine } from './clean-text.ts'
import type { Note } from './document.ts'

const MAX_COMMANDS = 50
const MAX_LENGTH = 1_000

export type Stage = 'approve' | 'refund' | 'expire'
/** A command of the other platform. */
export type SourceCommand = { stage: Stage | 'renew' | 'other'; command: string }

/**
 * What becomes of each placeholder. A text replaces it; a function of the advice says why it cannot be converted, and
 * the command is left out.
 */
export type Placeholders = Record<string, { becomes: string; note?: string } | { advice: string }>

type Converted = { commands: Record<Stage, string[]>; notes: Note[]; isComplete: boolean }

/** `isComplete` is false if a command that gives the product could not be converted. */
export function convertCommands(about: string, commands: SourceCommand[], placeholders: Placeholders): Converted {
  const converted: Converted['commands'] = { approve: [], refund: [], expire: [] }
  const texts = new Set<string>()
  let isComplete = true
  for (const { stage, command } of commands) {
    if (stage === 'renew') {
      texts.add('Commands of renewals are not imported.')
      continue
    }
    if (stage === 'other') {
      texts.add(`"${cleanLine(command, 100)}" runs at a stage that does not exist here, and is left out.`)
      continue
    }
    const { text, problems, hints } = convert(command, placeholders)
    for (const hint of hints) texts.add(hint)
    const list = converted[stage]
    if (list.includes(text)) continue
    const refusal =
      problems[0] ??
      (text.length > MAX_LENGTH ? 'It is too long.' : list.length >= MAX_COMMANDS ? 'There are too many.' : undefined)
    if (refusal === undefined && text !== '') list.push(text)
    if (refusal === undefined) continue
    if (stage === 'approve') isComplete = false
    texts.add(`The ${stage} command "${cleanLine(command, 100)}" is left out. ${refusal}`)
  }
  return { commands: converted, notes: [...texts].map((text) => ({ about, text })), isComplete }
}

function convert(command: string, placeholders: Placeholders) {
  const problems: string[] = []
  const hints: string[] = []
  const text = cleanLine(command, MAX_LENGTH + 1).replaceAll(/\{([a-z]\w{0,60})\}/gi, (whole, name: string) => {
    const rule = Object.hasOwn(placeholders, name.toLowerCase()) ? placeholders[name.toLowerCase()] : undefined
    if (name === 'userId') return whole
    if (rule && 'becomes' in rule) {
      if (rule.note !== undefined) hints.push(rule.note)
      return rule.becomes
    }
    problems.push(
      rule?.advice ?? `${whole} does not exist here. Make it a field of the product, and add the command by hand.`,
    )
    return whole
  })
  return { text, problems, hints }
}
