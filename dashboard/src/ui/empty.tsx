import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type EmptyProps = {
  icon: string
  title: string
  /** What will appear here, and when. */
  children: ReactNode
  /** The one next step. */
  action?: ReactNode
}

/** The place of something that does not exist yet. */
export function Empty({ icon, title, children, action }: EmptyProps): ReactElement {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      <p>{children}</p>
      {action !== undefined && <div className="btns">{action}</div>}
    </div>
  )
}
