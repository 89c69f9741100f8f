import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { Checks, checkedOf } from '../../ui/checks.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Counts, useGoods } from './counts.tsx'

type Selection = Manage.Redelivery['selection']
type Plan = { selection: Selection; counts: Manage.RedeliveryCounts }

/** Chooses, counts, and only then sends. */
export function PlanRedelivery(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [plan, setPlan] = useState<Plan>()

  async function count(values: Record<string, string>): Promise<void> {
    const selection = selectionOf(values)
    setPlan({ selection, counts: await api.previewRedelivery({ storeId, ...selection }) })
  }

  async function start(selection: Selection): Promise<void> {
    const { id: redeliveryId } = await api.startRedelivery({ storeId, ...selection })
    await queryClient.invalidateQueries({ queryKey: ['redeliveries'] })
    await navigate({ to: '/stores/$storeId/redelivery/$redeliveryId', params: { storeId, redeliveryId } })
  }

  return (
    <Panel title={t('redelivery.plan')}>
      <div className="panel-body narrow-form is-wide" onChange={() => setPlan(undefined)}>
        <Form send={count} submit={t('redelivery.countFirst')} fields={['wipedAt', 'gameUserIds']}>
          {({ errorOf }) => <Choices errorOf={errorOf} />}
        </Form>
      </div>
      {plan && (
        <section aria-label={t('redelivery.preview')} aria-live="polite">
          <Counts counts={plan.counts} />
          <div className="panel-foot">
            {plan.counts.deliveries === 0 ? (
              <span>{t('redelivery.nothing')}</span>
            ) : (
              <Action kind="primary" icon="resend" run={() => start(plan.selection)}>
                {t('redelivery.start', { count: plan.counts.deliveries })}
              </Action>
            )}
          </div>
        </section>
      )}
    </Panel>
  )
}

function Choices({ errorOf }: { errorOf: (name: string) => React.ReactNode }): ReactElement {
  const t = useTexts()
  const { servers, products } = useGoods()
  return (
    <>
      <Checks legend={t('redelivery.servers')} name="server" options={servers.map(({ id, name }) => [id, name])} />
      <Checks legend={t('redelivery.products')} name="product" options={products.map(({ id, name }) => [id, name])} />
      <Field
        label={t('redelivery.wipedAt')}
        name="wipedAt"
        type="datetime-local"
        error={errorOf('wipedAt')}
        hint={t('redelivery.wipedAtHint')}
      />
      <Field
        label={t('redelivery.players')}
        name="players"
        error={errorOf('gameUserIds')}
        hint={t('redelivery.playersHint')}
      />
      <Field label={t('redelivery.since')} name="since" type="date" hint={t('redelivery.sinceHint')} />
    </>
  )
}

/** What is left empty selects everything. The time of the wipe is fixed before counting, so that both calls agree. */
function selectionOf(values: Record<string, string>): Selection {
  const { wipedAt = '', players = '', since = '' } = values
  const serverIds = checkedOf(values, 'server')
  const productIds = checkedOf(values, 'product')
  const gameUserIds = players.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]))
  return {
    wipedAt: (wipedAt === '' ? new Date() : new Date(wipedAt)).toISOString(),
    ...(serverIds.length > 0 && { serverIds }),
    ...(productIds.length > 0 && { productIds }),
    ...(gameUserIds.length > 0 && { gameUserIds }),
    ...(since !== '' && { purchasedFrom: new Date(`${since}T00:00`).toISOString() }),
  }
}
