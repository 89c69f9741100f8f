import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { decimalsOf, requirePrice, toPriceText } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { gameOf } from '../operate/servers/connect-guides.ts'
import { useStore } from '../shell/store-context.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { type Progress, useRefresh } from './progress.ts'
import { StepFoot } from './step-foot.tsx'
import { type Template, TEMPLATES } from './templates.ts'

/** About five euros; in a currency without decimals, 500. */
const usualPrice = (currency: string) => (decimalsOf(currency) === 0 ? 500 : 5 * 10 ** decimalsOf(currency))

export function FirstProduct({ progress: { server } }: { progress: Progress }): ReactElement {
  const t = useTexts()
  const store = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const templates = TEMPLATES[gameOf(server?.game ?? null)]
  const [chosen, choose] = useState(templates[0])

  async function send({ name = '', price = '' }: Record<string, string>): Promise<void> {
    if (chosen === undefined) return
    const priceMinor = requirePrice(price, store.currency, 'priceMinor')
    await api.createProduct({ storeId: store.id, name, priceMinor, ...termsOf(chosen) })
    await refresh('products')
    await navigate({ to: '/stores/$storeId/setup', params: { storeId: store.id }, search: { step: 'sale' } })
  }

  return (
    <>
      <div className="setup-form">
        <Form send={send} submit={t('setup.product.submit')} fields={['name', 'priceMinor']}>
          {({ errorOf }) => (
            <>
              <fieldset className="picks">
                <legend className="label">{t('setup.product.template')}</legend>
                {templates.map((template) => (
                  <label key={template.approve} className="pick">
                    <input
                      type="radio"
                      name="template"
                      checked={template === chosen}
                      onChange={() => choose(template)}
                    />
                    <TemplateLines template={template} />
                  </label>
                ))}
              </fieldset>
              <div className="grid2">
                <Field
                  key={chosen?.text}
                  label={t('setup.product.name')}
                  name="name"
                  defaultValue={chosen && t(chosen.text)}
                  maxLength={200}
                  required
                  error={errorOf('name')}
                />
                <Field
                  label={t('setup.product.price', { currency: store.currency })}
                  name="price"
                  inputMode="decimal"
                  defaultValue={toPriceText(usualPrice(store.currency), store.currency)}
                  required
                  error={errorOf('priceMinor')}
                />
              </div>
            </>
          )}
        </Form>
      </div>
      <StepFoot back="connect" />
    </>
  )
}

function TemplateLines({ template: { text, approve, revoke, durationSeconds } }: { template: Template }): ReactElement {
  const t = useTexts()
  return (
    <span>
      <b>{t(text)}</b>
      <small className="muted">
        {t('setup.product.buy')} <code>{approve}</code>
      </small>
      <small className="muted">
        {t(durationSeconds === undefined ? 'setup.product.refund' : 'setup.product.expiry')}{' '}
        {revoke === undefined ? t('setup.product.nothing') : <code>{revoke}</code>}
      </small>
    </span>
  )
}

function termsOf({ approve, revoke, durationSeconds, isOffline = false, isRepeatable = false }: Template) {
  const undo = revoke === undefined ? [] : [revoke]
  return {
    commands: { approve: [approve], refund: undo, ...(durationSeconds !== undefined && { expire: undo }) },
    durationSeconds: durationSeconds ?? null,
    conditions: { requiresOnline: !isOffline, repeatable: isRepeatable },
  }
}
