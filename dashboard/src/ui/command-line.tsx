import { Fragment, type ReactElement, type ReactNode } from 'react'

type CommandLineProps = {
  /** A command of a product, with `{userId}` in the place of the player. */
  command: string
  player: string
  /** Where it runs. */
  at?: ReactNode
}

/** A command as a game server runs it, with the player in another color. */
export function CommandLine({ command, player, at }: CommandLineProps): ReactElement {
  const [first = '', ...rest] = command.split('{userId}')
  return (
    <div className="cmd">
      <span>
        {first}
        {rest.map((part, index) => (
          <Fragment key={index}>
            <span className="var">{player}</span>
            {part}
          </Fragment>
        ))}
      </span>
      {at !== undefined && <span className="at">{at}</span>}
    </div>
  )
}

/** The same as text. */
export function fillPlayer(command: string, player: string): string {
  return command.replaceAll('{userId}', () => player)
}
