import { type ReactElement, type ReactNode, useId } from 'react'

type PanelProps = { title: string; beside?: ReactNode; foot?: ReactNode; children: ReactNode }

export function Panel({ title, beside, foot, children }: PanelProps): ReactElement {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
      {foot !== undefined && <div className="panel-foot">{foot}</div>}
    </section>
  )
}
