import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { type TextId, useTexts } from '../app/texts.tsx'
import { Icon } from '../ui/icon.tsx'

type Entry = { text: TextId; icon: string; to: Exclude<LinkProps['to'], undefined>; group?: 'sell' | 'run' }

/** Screens appear here when they exist. */
const ENTRIES: Entry[] = [{ text: 'nav.today', icon: 'today', to: '/stores/$storeId' }]

export function Nav({ storeId }: { storeId: string }): ReactElement {
  const t = useTexts()
  return (
    <nav className="nav" aria-label={t('nav.label')}>
      <ul>
        {ENTRIES.map(({ text, icon, to, group }) => (
          <li key={text} className={group && 'nav-extra'}>
            <Link to={to} params={{ storeId }} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
              <Icon name={icon} />
              <span>{t(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
