import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { NewSecret, useNewSecret } from '../operate/new-secret.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { CardActions } from './card-actions.tsx'
import { CardState } from './card-state.tsx'

type Entry = Manage.GiftCard['entries'][number]

/** A card with everything that happened to it. */
export function GiftCard(): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const { day } = useDates()
  const { id: storeId, name } = useStore()
  const { giftCardId = '' } = useParams({ strict: false })
  const mayChange = useMay('checkouts:write')
  const [code, keepCode] = useNewSecret(giftCardId)
  const { data: card, error } = useQuery({
    queryKey: ['gift-cards', storeId, giftCardId],
    queryFn: () => api.getGiftCard({ storeId, giftCardId }),
  })
  useTitle(t('nav.giftCards'), name)
  const about = card && [
    t('giftCard.of', { value: money(card.valueMinor, card.currency) }),
    ...(card.expiresAt === null ? [] : [t('giftCard.expiresOn', { day: day(card.expiresAt) })]),
    ...(card.note === '' ? [] : [card.note]),
  ]
  return (
    <Page
      title={card ? t('giftCard.left', { amount: money(card.balanceMinor, card.currency) }) : t('giftCard.card')}
      crumb={
        <Link to="/stores/$storeId/gift-cards" params={{ storeId }} search={{}}>
          {t('nav.giftCards')}
        </Link>
      }
      lede={
        card && (
          <>
            <CardState state={card.state} /> <span className="mono">{card.hint ?? t('giftCard.unseen')}</span> ·{' '}
            <span className="brk">{about?.join(' · ')}</span>
          </>
        )
      }
      actions={card && mayChange && <CardActions card={card} onCode={keepCode} />}
    >
      {error !== null && <ProblemNote error={error} />}
      {code !== undefined && card?.state !== 'void' && <NewSecret secret={code} why={t('giftCard.once')} />}
      {card?.soldInCheckoutId != null && (
        <p className="small">
          <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: card.soldInCheckoutId }}>
            {t('giftCard.soldIn')}
          </Link>
        </p>
      )}
      {card && <Ledger card={card} />}
      <ApiCall
        requests={[
          manageRequest('getGiftCard', { storeId, giftCardId }),
          manageRequest('adjustGiftCard', { storeId, giftCardId, amountMinor: 500, note: '…' }),
        ]}
      />
    </Page>
  )
}

function Ledger({ card }: { card: Manage.GiftCard }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const { time } = useDates()
  const { id: storeId } = useStore()
  const columns: Column<Entry>[] = [
    { head: t('giftCard.entry'), cell: ({ kind }) => t(`giftCard.kind.${kind}`) },
    {
      head: t('giftCard.why'),
      cell: ({ checkoutId, note, shortMinor }) => (
        <span className="brk">
          {checkoutId !== null && (
            <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: checkoutId }}>
              {t('giftCard.order')}
            </Link>
          )}
          {shortMinor > 0 && <> {t('giftCard.short', { amount: money(shortMinor, card.currency) })}</>}{' '}
          {note === '' && checkoutId === null ? '–' : note}
        </span>
      ),
    },
    { head: t('giftCard.at'), cell: ({ at }) => time(at) },
    { head: t('giftCard.amount'), isNumber: true, cell: ({ amountMinor }) => money(amountMinor, card.currency) },
    { head: t('giftCard.balance'), isNumber: true, cell: ({ balanceMinor }) => money(balanceMinor, card.currency) },
  ]
  return (
    <Panel title={t('giftCard.ledger')}>
      <Table
        kind="cards"
        label={t('giftCard.ledger')}
        columns={columns}
        items={[...card.entries]}
        keyOf={({ entryNo }) => String(entryNo)}
      />
    </Panel>
  )
}
