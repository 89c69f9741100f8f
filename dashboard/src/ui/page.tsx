import type { ReactElement, ReactNode } from 'react'

type PageProps = {
  title: string
  /** A link to the list that this belongs to. */
  crumb?: ReactNode
  lede?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The content of a screen: its title, its actions, and its panels. */
export function Page({ title, crumb, lede, actions, children }: PageProps): ReactElement {
  return (
    <div className="page">
      <div className="page-head">
        <div>
          {crumb !== undefined && <div className="crumbs">{crumb}</div>}
          <h1>{title}</h1>
          {lede !== undefined && <p className="lede">{lede}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}
