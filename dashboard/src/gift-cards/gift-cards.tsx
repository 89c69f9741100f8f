import type { Manage } from '@quartermaster/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useNewSecret } from '../operate/new-secret.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Empty } from '../ui/empty.tsx'
import { type Column, type FilterField, List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { CARD_STATES } from './card-states.ts'
import { CardState } from './card-state.tsx'
import { IssueCard } from './issue-card.tsx'

export function GiftCards(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const { state, ending } = useSearch({ from: '/signed-in/stores/$storeId/gift-cards' })
  const navigate = useNavigate()
  const mayIssue = useMay('checkouts:write')
  const [, keepCode] = useNewSecret('gift-card')
  const columns = useColumns()
  useTitle(t('nav.giftCards'), name)
  const filters: FilterField[] = [
    {
      name: 'state',
      label: t('giftCard.stateHead'),
      kind: 'choice',
      any: t('giftCard.anyState'),
      options: CARD_STATES.map((each) => [each, t(`giftCard.state.${each}`)]),
    },
    { name: 'ending', label: t('giftCard.ending'), kind: 'text', placeholder: '52EC' },
  ]
  const input = {
    storeId,
    ...(state && { state }),
    ...(ending !== undefined && /^[0-9a-z]{4}$/i.test(ending) && { hint: ending }),
  }
  const issue = mayIssue && (
    <IssueCard
      onIssued={({ id, code }) => {
        keepCode(code, id)
        void navigate({ to: '/stores/$storeId/gift-cards/$giftCardId', params: { storeId, giftCardId: id } })
      }}
    />
  )
  return (
    <Page title={t('nav.giftCards')} lede={t('giftCards.lede')} actions={issue}>
      <List
        call={api.listGiftCards}
        input={input}
        queryKey="gift-cards"
        label={t('nav.giftCards')}
        columns={columns}
        keyOf={({ id }) => id}
        link={({ id }) => ({ to: '/stores/$storeId/gift-cards/$giftCardId', params: { storeId, giftCardId: id } })}
        filters={filters}
        file="gift-cards"
        empty={
          <Empty icon="payments" title={t('giftCards.none')} action={issue}>
            {t('giftCards.noneWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listGiftCards', { storeId })]} />
    </Page>
  )
}

function useColumns(): Column<Manage.GiftCardSummary>[] {
  const t = useTexts()
  const { day } = useDates()
  const money = useMoney()
  return [
    {
      head: t('giftCard.card'),
      cell: ({ hint }) => <span className="mono">{hint ?? t('giftCard.unseen')}</span>,
      csv: ({ id }) => id,
    },
    {
      head: t('giftCard.stateHead'),
      isUnlabeled: true,
      cell: ({ state }) => <CardState state={state} />,
      csv: ({ state }) => state,
    },
    {
      head: t('giftCard.origin'),
      cell: ({ soldInCheckoutId, note }) => (
        <span className="brk">{soldInCheckoutId === null ? note || t('giftCard.byHand') : t('giftCard.sold')}</span>
      ),
      csv: ({ note }) => note,
    },
    { head: t('giftCard.issued'), cell: ({ createdAt }) => day(createdAt), csv: ({ createdAt }) => createdAt },
    {
      head: t('giftCard.expires'),
      cell: ({ expiresAt }) => (expiresAt === null ? t('giftCard.never') : day(expiresAt)),
      csv: ({ expiresAt }) => expiresAt,
    },
    {
      head: t('giftCard.value'),
      isNumber: true,
      cell: ({ valueMinor, currency }) => money(valueMinor, currency),
      csv: ({ valueMinor }) => valueMinor,
    },
    {
      head: t('giftCard.balance'),
      isNumber: true,
      cell: ({ balanceMinor, currency }) => <b className="strong">{money(balanceMinor, currency)}</b>,
      csv: ({ balanceMinor }) => balanceMinor,
    },
  ]
}
