import type { ReactElement, ReactNode } from 'react'
import { useTitle } from '../app/title.ts'
import logo from '../ui/logo.svg?url'

type AccountPageProps = { title: string; lede?: ReactNode; children?: ReactNode; footer?: ReactNode }

/** A page outside of a store: one column with one form. */
export function AccountPage({ title, lede, children, footer }: AccountPageProps): ReactElement {
  useTitle(title)
  return (
    <main className="signin">
      <header>
        <img src={logo} alt="" width="24" height="24" />
        Quartermaster
      </header>
      <h1>{title}</h1>
      {lede !== undefined && <p className="small soft">{lede}</p>}
      {children}
      {footer !== undefined && <footer>{footer}</footer>}
    </main>
  )
}
