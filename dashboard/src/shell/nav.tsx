import { Link, useLocation } from '@tanstack/react-router'
import { Fragment, type ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { type Group, pathOf, type Screen, useScreens } from './screens.ts'
import { useWaitingCount } from './waiting-count.ts'

const GROUPS: Group[] = ['sell', 'run']

/** All screens at the side of a desktop; on a phone, the first four and a menu with the others. */
export function Nav({ storeId }: { storeId: string }): ReactElement {
  const t = useTexts()
  const screens = useScreens()
  return (
    <nav className="nav" aria-label={t('nav.label')}>
      <ul>
        {screens
          .filter(({ group }) => group === undefined)
          .map((screen) => (
            <Entry key={screen.path} screen={screen} storeId={storeId} />
          ))}
        {GROUPS.map((group) => {
          const inGroup = screens.filter((screen) => screen.group === group)
          return inGroup.length === 0 ? null : (
            <Fragment key={group}>
              <li className="nav-group nav-extra">{t(`nav.group.${group}`)}</li>
              {inGroup.map((screen) => (
                <Entry key={screen.path} screen={screen} storeId={storeId} />
              ))}
            </Fragment>
          )
        })}
        <More screens={screens.filter(({ group }) => group !== undefined)} storeId={storeId} />
      </ul>
    </nav>
  )
}

type EntryProps = { screen: Screen; storeId: string }

function Entry({ screen, storeId }: EntryProps): ReactElement {
  const t = useTexts()
  const { path, text, icon, group } = screen
  return (
    <li className={group && 'nav-extra'}>
      <Link
        to={pathOf(screen)}
        params={{ storeId }}
        activeOptions={{ exact: path === '', includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Icon name={icon} />
        <span>{t(text)}</span>
        {path === 'deliveries' && <WaitingCount storeId={storeId} />}
      </Link>
    </li>
  )
}

function WaitingCount({ storeId }: { storeId: string }): ReactElement | null {
  const t = useTexts()
  const count = useWaitingCount(storeId)
  if (count === undefined) return null
  return (
    <span className="count">
      {count}
      <span className="sr"> {t('nav.needYou')}</span>
    </span>
  )
}

function More({ screens, storeId }: { screens: Screen[]; storeId: string }): ReactElement | null {
  const t = useTexts()
  const { pathname } = useLocation()
  if (screens.length === 0) return null
  const isHere = screens.some(({ path }) => pathname.startsWith(`/stores/${storeId}/${path}`))
  return (
    <li className="nav-phone">
      <Menu
        side="top"
        align="end"
        trigger={
          <button className="nav-more" aria-current={isHere ? 'true' : undefined}>
            <Icon name="more" />
            <span>{t('nav.more')}</span>
          </button>
        }
        entries={screens.map((screen) => ({
          key: screen.path,
          link: { to: pathOf(screen), params: { storeId } },
          text: t(screen.text),
          icon: screen.icon,
        }))}
      />
    </li>
  )
}
