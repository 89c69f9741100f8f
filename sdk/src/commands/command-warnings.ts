import { hasInverse, isMessage } from './has-inverse.ts'
import { hasArgument, isPositional } from './old-clients.ts'

/** Console commands by stage. */
type StageCommands = { approve: string[]; refund: string[]; expire: string[] }

/** A probable mistake in the commands of a product. It does not prevent sales. */
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
  /** If the warning is about one command. */
  command?: string
}

type Options = {
  timed: boolean
  /** The profiles of the game servers that the product is delivered to. */
  profiles: readonly string[]
}

export function commandWarnings(commands: StageCommands, { timed, profiles }: Options): CommandWarning[] {
  const warnings = [...new Set([...commands.approve, ...commands.refund, ...commands.expire])].flatMap((command) =>
    formWarnings(command, profiles),
  )
  if (commands.refund.length === 0) {
    warnings.push({
      code: 'no_refund_command',
      message: 'There is no refund command. After a refund the player keeps the product in the game.',
    })
  }
  if (timed && commands.expire.length === 0) {
    warnings.push({
      code: 'no_expire_command',
      message: 'There is a duration but no expire command. The player keeps the product in the game after it ends.',
    })
  }
  if (!timed && commands.expire.length > 0) {
    warnings.push({
      code: 'expire_never_runs',
      message: 'There is an expire command but no duration. It will never run.',
    })
  }
  if (profiles.includes('mta') && commands.refund.length + commands.expire.length > 0) {
    warnings.push({
      code: 'gives_only',
      message:
        'A server with the profile mta runs only approve commands. The refund and expire commands never run there.',
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
  if (profiles.includes('fivem') && !hasArgument(command)) {
    return [
      {
        code: 'no_argument',
        message: `"${command}" has no argument, which FiveM clients need. They get it as \`${command.trim()} {userId}\`.`,
        command,
      },
    ]
  }
  if (isPositional(command)) return []
  return [
    {
      code: 'not_positional',
      message: `"${command}" does not have the form \`name {userId} arguments…\`. FiveM and MTA clients read the arguments by position.`,
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
      const message = `No ${lacking.join(' or ')} command revokes what "${command}" gives`
      return [{ code: 'grant_without_inverse' as const, message, command }]
    })
}
