import type { Manage } from '@quartermaster/sdk'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { requirePrice, toPriceText, useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { PriceField } from '../catalog/editor/inputs.tsx'
import { useStore } from '../shell/store-context.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'

/** What the store wants to sell, which its home page shows with a bar. */
export function Goal({ storefront }: { storefront: Manage.Storefront }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const { day } = useDates()
  const { id: storeId, currency } = useStore()
  const { goal } = storefront
  const period =
    goal?.startsOn && goal.endsOn
      ? t('goal.period', { from: day(`${goal.startsOn}T12:00`), until: day(`${goal.endsOn}T12:00`) })
      : t('goal.everyMonth')
  const actions = (
    <span className="btns">
      <GoalForm storefront={storefront} />
      {goal && (
        <Confirm
          trigger={
            <Button size="small" kind="quiet">
              {t('goal.remove')}
            </Button>
          }
          title={t('goal.remove')}
          submit={t('goal.remove')}
          run={() => api.updateStorefront({ storeId, goal: null }, { ifMatch: storefront })}
          changes={['storefront']}
        >
          <p className="small">{t('goal.removeEffect')}</p>
        </Confirm>
      )}
    </span>
  )
  return (
    <Panel title={t('goal.title')} beside={actions}>
      <div className="panel-body">
        {goal ? (
          <>
            <p className="strong brk">{goal.title}</p>
            <p className="small soft">
              {money(goal.amountMinor, currency)} · {period}
            </p>
          </>
        ) : (
          <p className="small soft">{t('goal.none')}</p>
        )}
      </div>
    </Panel>
  )
}

function GoalForm({ storefront }: { storefront: Manage.Storefront }): ReactElement {
  const t = useTexts()
  const { id: storeId, currency } = useStore()
  const { goal } = storefront
  const [amount, setAmount] = useState(goal ? toPriceText(goal.amountMinor, currency) : '')

  async function save({ title = '', startsOn = '', endsOn = '' }: Record<string, string>): Promise<void> {
    const days = { startsOn: startsOn === '' ? null : startsOn, endsOn: endsOn === '' ? null : endsOn }
    const amountMinor = requirePrice(amount, currency, 'amountMinor')
    const { translations = {} } = goal ?? {}
    await api.updateStorefront(
      { storeId, goal: { title, amountMinor, translations, ...days } },
      { ifMatch: storefront },
    )
  }

  return (
    <Confirm
      trigger={<Button size="small">{t(goal ? 'goal.change' : 'goal.set')}</Button>}
      kind="primary"
      title={t(goal ? 'goal.change' : 'goal.set')}
      submit={t('goal.save')}
      run={save}
      changes={['storefront']}
      fields={['title', 'amountMinor', 'startsOn', 'endsOn']}
    >
      {({ errorOf }) => (
        <div className="stack">
          <Field
            label={t('goal.name')}
            error={errorOf('title')}
            name="title"
            required
            maxLength={100}
            placeholder={t('goal.nameExample')}
            hint={t('sales.nameHint')}
            defaultValue={goal?.title}
          />
          <PriceField
            label={t('goal.amount')}
            currency={currency}
            value={amount}
            error={errorOf('amountMinor')}
            onChange={setAmount}
          />
          <div className="field-row">
            <Field
              label={t('goal.startsOn')}
              error={errorOf('startsOn')}
              name="startsOn"
              type="date"
              defaultValue={goal?.startsOn ?? ''}
            />
            <Field
              label={t('goal.endsOn')}
              error={errorOf('endsOn')}
              name="endsOn"
              type="date"
              defaultValue={goal?.endsOn ?? ''}
            />
          </div>
          <p className="hint">{t('goal.daysHint')}</p>
        </div>
      )}
    </Confirm>
  )
}
