import { type Command, Option } from 'commander'

/** Adds a subcommand with examples at the end of its help. Each example is what follows the name of the command. */
export function addCommand(parent: Command, name: string, description: string, ...examples: string[]): Command {
  const command = parent.command(name).description(description)
  const lines = examples.map((example) => `  npx quartermaster ${commandPath(command)} ${example}`.trimEnd())
  return command.addHelpText('after', `\nExample:\n${lines.join('\n')}`)
}

/** An option that takes one of a few values. */
export function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices)
}

function commandPath(command: Command): string {
  const names = [command.name()]
  for (let above = command.parent; above?.parent; above = above.parent) names.unshift(above.name())
  return names.join(' ')
}
