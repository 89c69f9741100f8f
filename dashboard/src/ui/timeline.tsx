import type { ReactElement, ReactNode } from 'react'
import { useDates } from '../app/dates.ts'
import { Icon } from './icon.tsx'

export type TimelineEntry = {
  id: string
  at: string
  icon: string
  kind?: 'ok' | 'warn' | 'bad' | undefined
  title: ReactNode
  detail?: ReactNode
  commands?: string[]
}

/** What happened, newest first, with a heading for each day. Of entries at the same time, the last one given is first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }): ReactElement {
  const { day } = useDates()
  const days = Map.groupBy(
    entries.toReversed().toSorted((one, other) => other.at.localeCompare(one.at)),
    ({ at }) => day(at),
  )
  return (
    <>
      {[...days].map(([title, ofDay]) => (
        <section key={title} aria-label={title}>
          {(days.size > 1 || title !== day(new Date())) && <p className="day">{title}</p>}
          <ol className="timeline">
            {ofDay.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

function Entry({ at, icon, kind, title, detail, commands = [] }: TimelineEntry): ReactElement {
  const { clock } = useDates()
  return (
    <li>
      <Icon name={icon} className={kind && `is-${kind}`} />
      <div>
        <p className="ev">{title}</p>
        {detail !== undefined && <p>{detail}</p>}
        {commands.map((command, index) => (
          <code key={index} className="cmd brk">
            {command}
          </code>
        ))}
      </div>
      <time dateTime={at}>{clock(at)}</time>
    </li>
  )
}
