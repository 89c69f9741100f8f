import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { requirePrice, toPriceText, useMoney, usePercent } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { PriceField } from '../catalog/editor/inputs.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Empty } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { type Column, List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { CreatorForm } from './creator-form.tsx'
import { RemoveButton } from './edit-buttons.tsx'

/** A creator with everything that they earned, lost and got. */
export function Creator(): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const percent = usePercent()
  const { id: storeId, name, currency } = useStore()
  const { creatorId = '' } = useParams({ strict: false })
  const mayWrite = useMay('catalog:write')
  const mayPay = useMay('checkouts:write')
  const navigate = useNavigate()
  const columns = useColumns()
  const { data: creator, error } = useQuery({
    queryKey: ['creators', storeId, creatorId],
    queryFn: () => api.getCreator({ storeId, creatorId }),
  })
  useTitle(creator?.name ?? t('nav.creators'), name)
  const about = creator && [
    t('creators.shareOf', { percent: percent(creator.shareBasisPoints) }),
    t('creators.usedTimes', { count: creator.uses }),
    t('creators.earnedSum', { amount: money(creator.earnedMinor, currency) }),
    t('creators.paidOutSum', { amount: money(creator.paidOutMinor, currency) }),
  ]
  return (
    <Page
      title={creator ? `${creator.name}: ${money(creator.balanceMinor, currency)}` : t('nav.creators')}
      crumb={
        <Link to="/stores/$storeId/creators" params={{ storeId }}>
          {t('nav.creators')}
        </Link>
      }
      lede={
        creator && (
          <>
            <span className="mono">{creator.code}</span> · {about?.join(' · ')}
          </>
        )
      }
      actions={
        creator && (
          <>
            {mayPay && creator.balanceMinor > 0 && <Payout creator={creator} />}
            {mayWrite && <CreatorForm creator={creator} trigger={<Button>{t('promotion.edit')}</Button>} />}
            {mayWrite && (
              <RemoveButton
                name={creator.name}
                effect={t('creators.deleteEffect')}
                changes={['creators']}
                run={async () => {
                  await api.deleteCreator({ storeId, creatorId })
                  await navigate({ to: '/stores/$storeId/creators', params: { storeId } })
                }}
              />
            )}
          </>
        )
      }
    >
      {error !== null && <ProblemNote error={error} />}
      <List
        call={api.listCreatorEntries}
        input={{ storeId, creatorId }}
        queryKey="creator-entries"
        title={t('creators.ledger')}
        label={t('creators.ledger')}
        columns={columns}
        keyOf={({ id }) => id}
        file="creator"
        empty={
          <Empty icon="note" title={t('creators.noEntries')}>
            {t('creators.noEntriesWhy')}
          </Empty>
        }
      />
      <ApiCall
        requests={[
          manageRequest('getCreator', { storeId, creatorId }),
          manageRequest('recordPayout', { storeId, creatorId, amountMinor: 500, note: '…' }),
        ]}
      />
    </Page>
  )
}

function useColumns(): Column<Manage.CreatorEntry>[] {
  const t = useTexts()
  const money = useMoney()
  const { time } = useDates()
  const { id: storeId, currency } = useStore()
  return [
    { head: t('creators.entry'), cell: ({ kind }) => t(`creators.kind.${kind}`), csv: ({ kind }) => kind },
    {
      head: t('creators.why'),
      cell: ({ checkoutId, note, createdBy }) => (
        <span className="brk">
          {checkoutId !== null && (
            <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: checkoutId }}>
              {t('creators.order')}
            </Link>
          )}
          {[note, createdBy].filter(Boolean).join(' · ')}
        </span>
      ),
      csv: ({ checkoutId, note }) => checkoutId ?? note,
    },
    { head: t('creators.at'), cell: ({ createdAt }) => time(createdAt), csv: ({ createdAt }) => createdAt },
    {
      head: t('creators.amount'),
      isNumber: true,
      cell: ({ amountMinor }) => money(amountMinor, currency),
      csv: ({ amountMinor }) => amountMinor,
    },
  ]
}

function Payout({ creator }: { creator: Manage.Creator }): ReactElement {
  const t = useTexts()
  const { id: storeId, currency } = useStore()
  const [amount, setAmount] = useState(toPriceText(creator.balanceMinor, currency))
  return (
    <Confirm
      trigger={
        <Button kind="primary" icon="payments">
          {t('creators.payout')}
        </Button>
      }
      title={t('creators.payout')}
      submit={t('creators.payoutSubmit')}
      kind="primary"
      fields={['amountMinor', 'note']}
      changes={['creators', 'creator-entries']}
      run={async ({ note = '' }) =>
        api.recordPayout({
          storeId,
          creatorId: creator.id,
          amountMinor: requirePrice(amount, currency, 'amountMinor'),
          note,
        })
      }
    >
      {({ errorOf }) => (
        <div className="stack">
          <p className="small">{t('creators.payoutEffect')}</p>
          <PriceField
            label={t('creators.amount')}
            currency={currency}
            value={amount}
            error={errorOf('amountMinor')}
            onChange={setAmount}
          />
          <Field
            label={t('creators.payoutNote')}
            name="note"
            maxLength={500}
            placeholder="Pix 2026-12-01"
            error={errorOf('note')}
          />
        </div>
      )}
    </Confirm>
  )
}
