import { hasInverse, isMessage } from './has-inverse.ts'
import type { StageCommands } from './product.ts'

/** What an owner should look at twice. Nothing here stops a sale. */
export type CommandWarning = {
  code:
    | 'unknown_placeholder'
    | 'not_positional'
    | 'no_argument'
    | 'no_refund_command'
    | 'no_expire_command'
    | 'expire_never_runs'
    | 'gives_only'
    | 'grant_without_inverse'
  message: string
  /** The command it is about, when it is about one. */
  command?: string
}

type Circumstances = {
  timed: boolean
  /** Of the game servers that it is delivered to. */
  profiles: readonly string[]
}

export function commandWarnings(commands: StageCommands, { timed, profiles }: Circumstances): CommandWarning[] {
  const warnings = [...new Set([...commands.approve, ...commands.refund, ...commands.expire])].flatMap((command) =>
    formWarnings(command, profiles),
  )
  if (commands.refund.length === 0) {
    warnings.push({
      code: 'no_refund_command',
      message: 'There is no refund command: after a refund the goods stay with the player',
    })
  }
  if (timed && commands.expire.length === 0) {
    warnings.push({
      code: 'no_expire_command',
      message: 'There is a duration but no expire command: nothing is taken away when it ends',
    })
  }
  if (!timed && commands.expire.length > 0) {
    warnings.push({
      code: 'expire_never_runs',
      message: 'There is an expire command but no duration: it will never run',
    })
  }
  if (profiles.includes('mta') && commands.refund.length + commands.expire.length > 0) {
    warnings.push({
      code: 'gives_only',
      message:
        'It goes to a server with the profile mta, whose clients only give: its refund and expire commands never run there',
    })
  }
  return [...warnings, ...inverseWarnings(commands, timed)]
}

function formWarnings(command: string, profiles: readonly string[]): CommandWarning[] {
  const unknown = command.match(/\{\w+\}/g)?.find((placeholder) => placeholder !== '{userId}')
  if (unknown !== undefined) {
    return [
      {
        code: 'unknown_placeholder',
        message: `${unknown} in "${command}" is not a placeholder, so the game receives it unchanged. Did you mean {userId}?`,
        command,
      },
    ]
  }
  if (profiles.includes('fivem') && !/\S +\S/.test(command)) {
    return [
      {
        code: 'no_argument',
        message: `"${command}" has no argument: FiveM clients fail on it, and nothing is delivered. Write \`${command.trim()} {userId}\``,
        command,
      },
    ]
  }
  if (/^\S+ \{userId\}( |$)/.test(command)) return []
  return [
    {
      code: 'not_positional',
      message: `"${command}" is not of the form \`name {userId} arguments…\`: FiveM and MTA clients take the words after the name and the id by position`,
      command,
    },
  ]
}

/** A stage without any command has its own warning. */
function inverseWarnings(commands: StageCommands, timed: boolean): CommandWarning[] {
  const stages = [
    { name: 'refund', takes: commands.refund },
    { name: 'expire', takes: timed ? commands.expire : [] },
  ].filter(({ takes }) => takes.length > 0)
  return commands.approve
    .filter((command) => !isMessage(command))
    .flatMap((command) => {
      const lacking = stages.filter(({ takes }) => !hasInverse(command, takes)).map(({ name }) => name)
      if (lacking.length === 0) return []
      const message = `Nothing takes back what "${command}" gives: no ${lacking.join(' or ')} command names the same goods`
      return [{ code: 'grant_without_inverse' as const, message, command }]
    })
}
