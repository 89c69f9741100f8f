import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Clock } from './clock.tsx'
import { Download } from './download.tsx'
import { Taxes } from './taxes.tsx'

export function StoreSettings(): ReactElement {
  const t = useTexts()
  const { id: storeId, name, mode, permissions } = useStore()
  useTitle(t('nav.settings'), name)
  return (
    <Page title={t('nav.settings')} lede={<code>{storeId}</code>}>
      <div className="stack">
        <General />
        <Taxes />
        <Facts />
        {mode === 'test' && <Clock />}
        {permissions.includes('members:write') && <Download />}
      </div>
      <ApiCall requests={[manageRequest('getStore', { storeId }), manageRequest('updateStore', { storeId, name })]} />
    </Page>
  )
}

function General(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)

  async function send({ name = '', url = '', graceDays = '', secondFactor }: Record<string, string>): Promise<void> {
    const requiresSecondFactor = secondFactor !== undefined
    await api.updateStore(
      {
        storeId: store.id,
        name,
        url,
        graceDays: Number(graceDays),
        ...(requiresSecondFactor !== store.requiresSecondFactor && { requiresSecondFactor }),
      },
      { ifMatch: store },
    )
    setSaved(true)
    await Promise.all(['store', 'stores'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }

  return (
    <Panel title={t('storeSettings.general')}>
      <div className="panel-body narrow-form" onChange={() => setSaved(false)}>
        <Form key={store.version} send={send} submit={t('save')} fields={['name', 'url', 'graceDays']}>
          {({ errorOf }) => (
            <>
              <Field
                label={t('storeSettings.name')}
                name="name"
                required
                maxLength={200}
                defaultValue={store.name}
                error={errorOf('name')}
              />
              <Field
                label={t('storeSettings.url')}
                name="url"
                required
                maxLength={300}
                defaultValue={store.url}
                error={errorOf('url')}
                hint={t('storeSettings.urlHint')}
              />
              <Field
                label={t('storeSettings.graceDays')}
                name="graceDays"
                type="number"
                min={1}
                max={30}
                required
                defaultValue={store.graceDays}
                error={errorOf('graceDays')}
                hint={t('storeSettings.graceDaysHint')}
              />
              <label className="check small">
                <input type="checkbox" name="secondFactor" defaultChecked={store.requiresSecondFactor} />
                <span>
                  {t('storeSettings.secondFactor')}
                  <span className="muted">{t('storeSettings.secondFactorWhy')}</span>
                </span>
              </label>
            </>
          )}
        </Form>
        {isSaved && <Note kind="ok">{t('storeSettings.saved')}</Note>}
      </div>
    </Panel>
  )
}

function Facts(): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const { mode, currency, plan, expiresAt, createdAt } = useStore()
  const facts: [string, string][] = [
    [t('storeSettings.mode'), t(`storeSettings.mode.${mode}`)],
    [t('storeSettings.currency'), currency],
    [t('storeSettings.plan'), expiresAt === null ? plan : t('storeSettings.planUntil', { plan, day: day(expiresAt) })],
    [t('storeSettings.created'), day(createdAt)],
  ]
  return (
    <Panel title={t('storeSettings.fixed')}>
      <div className="panel-body stack">
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="small soft">{t('storeSettings.fixedWhy')}</p>
      </div>
    </Panel>
  )
}
