import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { meQuery } from '../api/queries.ts'
import { useTexts } from '../app/texts.tsx'
import logo from '../ui/logo.svg?url'

type TopBarProps = {
  /** Replaces the name of the product, such as by the switch between stores. */
  start?: ReactNode
  middle?: ReactNode
  children?: ReactNode
}

export function TopBar({ start, middle, children }: TopBarProps): ReactElement {
  const t = useTexts()
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <header className="top">
      {start ?? (
        <Link className="store" to="/">
          <img src={logo} alt="" width="20" height="20" />
          Quartermaster
        </Link>
      )}
      {middle}
      <div className="top-end">
        {children}
        <Link className="avatar" to="/account">
          <span aria-hidden="true">{initialsOf(me.name)}</span>
          <span className="sr">{t('shell.account', { name: me.name })}</span>
        </Link>
      </div>
    </header>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
