import type { Manage } from '@quartermaster/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { REASONS } from './reasons.ts'

/** Money that fits no order. Staff decide what happens with it, and write that down. */
export function ParkedPayments(): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const money = useMoney()
  const { id: storeId } = useStore()
  const mayChange = useMay('payments:write')
  const { parked } = useSearch({ from: '/signed-in/stores/$storeId/payments' })
  const amountOf = ({ amountMinor, currency }: Manage.ParkedPayment) =>
    amountMinor === null || currency === null ? '–' : money(amountMinor, currency)
  const reasonOf = ({ reason }: Manage.ParkedPayment) => {
    const known = REASONS.find((name) => name === reason)
    return known === undefined ? reason : t(`payment.reason.${known}`)
  }
  const columns: Column<Manage.ParkedPayment>[] = [
    { head: t('payment.amount'), cell: (p) => <b className="td-main">{amountOf(p)}</b>, csv: amountOf },
    { head: t('payment.reason'), cell: reasonOf, csv: ({ reason }) => reason },
    { head: t('payment.provider'), cell: ({ provider }) => provider, csv: ({ provider }) => provider },
    {
      head: t('payment.id'),
      cell: ({ providerPaymentId, checkoutId }) => (
        <>
          <code className="brk">{providerPaymentId}</code>
          {checkoutId !== null && (
            <Link className="block" to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: checkoutId }}>
              {t('payment.order')}
            </Link>
          )}
        </>
      ),
      csv: (p) => p.providerPaymentId,
    },
    { head: t('payment.since'), cell: ({ parkedAt }) => time(parkedAt), csv: ({ parkedAt }) => parkedAt },
    {
      head: t('payment.decision'),
      isUnlabeled: true,
      cell: (payment) =>
        payment.resolutionNote ?? (mayChange && <Resolve payment={payment} what={reasonOf(payment)} />),
      csv: ({ resolutionNote }) => resolutionNote,
    },
  ]
  return (
    <List
      call={api.listParkedPayments}
      input={{ storeId, ...(parked === 'all' && { includeResolved: true }) }}
      queryKey="parked-payments"
      title={t('payment.parked')}
      label={t('payment.parked')}
      columns={columns}
      keyOf={({ id }) => id}
      filters={[
        {
          kind: 'choice',
          name: 'parked',
          label: t('payment.show'),
          any: t('payment.undecided'),
          options: [['all', t('payment.all')]],
        },
      ]}
      file="parked-payments"
      empty={
        <Empty icon="payments" title={t('payment.noneParked')}>
          {t('payment.noneParkedWhy')}
        </Empty>
      }
    />
  )
}

function Resolve({ payment, what }: { payment: Manage.ParkedPayment; what: string }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={t('payment.decide')}
      title={t('payment.decide')}
      submit={t('payment.decided')}
      kind="primary"
      fields={['note']}
      changes={['parked-payments']}
      run={({ note = '' }) => api.resolveParkedPayment({ storeId, parkedPaymentId: payment.id, note })}
    >
      {({ errorOf }) => (
        <>
          <p className="small">
            <b>{what}</b> {t('payment.decideWhy')}
          </p>
          <Field
            label={t('payment.note')}
            name="note"
            required
            maxLength={500}
            error={errorOf('note')}
            hint={t('payment.noteHint')}
          />
        </>
      )}
    </Confirm>
  )
}
