import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useMoney, usePercent } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { type Column, List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { CreatorForm } from './creator-form.tsx'
import { useDiscountColumns } from './promotion-columns.tsx'

/** Creators with their codes and balances. */
export function Creators(): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const percent = usePercent()
  const { id: storeId, name, currency } = useStore()
  const mayWrite = useMay('catalog:write')
  const [state, ...discount] = useDiscountColumns<Manage.Creator>()
  useTitle(t('nav.creators'), name)
  const add = mayWrite && (
    <CreatorForm
      trigger={
        <Button kind="primary" icon="plus">
          {t('creators.add')}
        </Button>
      }
    />
  )
  const columns: Column<Manage.Creator>[] = [
    {
      head: t('creators.name'),
      cell: (creator) => <span className="td-main">{creator.name}</span>,
      csv: (creator) => creator.name,
    },
    ...(state ? [state] : []),
    { head: t('coupons.code'), cell: ({ code }) => <span className="mono">{code}</span>, csv: ({ code }) => code },
    ...discount.slice(0, 1),
    {
      head: t('creators.share'),
      cell: ({ shareBasisPoints }) => t('promotion.percentOff', { percent: percent(shareBasisPoints) }),
      csv: ({ shareBasisPoints }) => shareBasisPoints,
    },
    { head: t('promotion.uses'), isNumber: true, cell: ({ uses }) => uses, csv: ({ uses }) => uses },
    {
      head: t('creators.earned'),
      isNumber: true,
      cell: ({ earnedMinor }) => money(earnedMinor, currency),
      csv: ({ earnedMinor }) => earnedMinor,
    },
    {
      head: t('creators.balance'),
      isNumber: true,
      cell: ({ balanceMinor }) => <b className="strong">{money(balanceMinor, currency)}</b>,
      csv: ({ balanceMinor }) => balanceMinor,
    },
  ]
  return (
    <Page title={t('nav.creators')} lede={t('creators.lede')} actions={add}>
      <List
        call={api.listCreators}
        input={{ storeId }}
        queryKey="creators"
        label={t('nav.creators')}
        columns={columns}
        keyOf={({ id }) => id}
        link={({ id }) => ({ to: '/stores/$storeId/creators/$creatorId', params: { storeId, creatorId: id } })}
        file="creators"
        empty={
          <Empty icon="players" title={t('creators.none')} action={add}>
            {t('creators.noneWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listCreators', { storeId })]} />
    </Page>
  )
}
