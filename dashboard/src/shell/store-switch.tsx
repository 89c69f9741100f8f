import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { storesQuery } from '../api/queries.ts'
import { useTexts } from '../app/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import logo from '../ui/logo.svg?url'
import { Menu } from '../ui/menu/menu.tsx'
import type { MenuEntry } from '../ui/menu/open-menu.tsx'

export function StoreSwitch({ store }: { store: Manage.Store }): ReactElement {
  const t = useTexts()
  const stores = useQuery(storesQuery).data ?? []
  const entries: MenuEntry[] = stores.map(({ id, name, mode }) => ({
    key: id,
    link: { to: '/stores/$storeId', params: { storeId: id } },
    text: name,
    beside: mode === 'test' ? t('shell.testMode') : undefined,
    isCurrent: id === store.id,
  }))
  return (
    <Menu
      trigger={
        <button className="store">
          <img src={logo} alt="" width="20" height="20" />
          {store.name}
          <Icon name="down" />
          <span className="sr">{t('shell.switchStore')}</span>
        </button>
      }
      entries={[...entries, { key: 'all', link: { to: '/' }, text: t('shell.allStores'), isApart: true }]}
    />
  )
}
