import { Menu } from '@base-ui/react/menu'
import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { storesQuery } from '../api/queries.ts'
import { useTexts } from '../app/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import logo from '../ui/logo.svg?url'

export function StoreSwitch({ store }: { store: Manage.Store }): ReactElement {
  const t = useTexts()
  const stores = useQuery(storesQuery)
  return (
    <Menu.Root>
      <Menu.Trigger className="store">
        <img src={logo} alt="" width="20" height="20" />
        {store.name}
        <Icon name="down" />
        <span className="sr">{t('shell.switchStore')}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={4} align="start">
          <Menu.Popup className="menu">
            {stores.data?.map(({ id, name, mode }) => (
              <Menu.LinkItem
                key={id}
                className="menu-item"
                render={<Link to="/stores/$storeId" params={{ storeId: id }} />}
                aria-current={id === store.id ? 'true' : undefined}
              >
                {name}
                {mode === 'test' && <span className="muted small">{t('shell.testMode')}</span>}
              </Menu.LinkItem>
            ))}
            <Menu.Separator className="menu-line" />
            <Menu.LinkItem className="menu-item" render={<Link to="/" />}>
              {t('shell.allStores')}
            </Menu.LinkItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
