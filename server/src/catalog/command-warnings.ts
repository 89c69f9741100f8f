import type { StageCommands } from './product.ts'

/** What an owner should look at twice. Nothing here stops a sale. */
export function commandWarnings(commands: StageCommands, { timed }: { timed: boolean }): string[] {
  const warnings: string[] = []
  for (const command of [...commands.approve, ...commands.refund, ...commands.expire]) {
    if (!/^\S+ \{userId\}( |$)/.test(command)) {
      warnings.push(
        `"${command}" is not of the form \`name {userId} arguments…\`: FiveM and MTA clients take the words after the name and the id by position`,
      )
    }
  }
  if (commands.refund.length === 0) {
    warnings.push('There is no refund command: after a refund the goods stay with the player')
  }
  if (timed && commands.expire.length === 0) {
    warnings.push('There is a duration but no expire command: nothing is taken away when it ends')
  }
  if (!timed && commands.expire.length > 0) {
    warnings.push('There is an expire command but no duration: it will never run')
  }
  return warnings
}
