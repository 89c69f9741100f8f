import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

const NAMES: Record<string, string> = { stripe: 'Stripe', mercadopago: 'Mercado Pago', paypal: 'PayPal' }
const CHANGES = ['payment-providers']

export function Providers(): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const { id: storeId, mode } = useStore()
  const mayChange = useMay('payments:write')
  const { data } = useQuery({
    queryKey: ['payment-providers', storeId],
    queryFn: () => api.listPaymentProviders({ storeId }),
  })
  // Play money exists in test stores only.
  const providers = data?.items.filter(({ name }) => name !== 'sandbox' || mode === 'test')
  return (
    <Panel title={t('payment.providers')}>
      <ul className="rows">
        {providers?.map((provider) => (
          <li key={provider.name}>
            <span>
              <b className="td-main">{NAMES[provider.name] ?? t('payment.sandbox')}</b>
              <span className="small muted">
                {provider.connectedAt === null
                  ? t('payment.notConnected')
                  : t('payment.connected', { day: day(provider.connectedAt) })}
              </span>
            </span>
            <Mode mode={provider.mode} />
            {mayChange && (
              <span className="btns">
                <Connect provider={provider} />
                {provider.isConnected && <Disconnect provider={provider} />}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Mode({ mode }: { mode: Manage.PaymentProvider['mode'] }): ReactElement | null {
  const t = useTexts()
  if (mode === null) return null
  return (
    <Chip kind={mode === 'live' ? 'ok' : 'warn'} icon={mode === 'live' ? 'ok' : 'flask'}>
      {t(`payment.mode.${mode}`)}
    </Chip>
  )
}

function Connect({ provider }: { provider: Manage.PaymentProvider }): ReactElement {
  const t = useTexts()
  const { id: storeId, mode } = useStore()
  const { fields } = provider

  async function connect(values: Record<string, string>): Promise<void> {
    const given = Object.entries(values).filter(([, value]) => value !== '')
    await api.connectPaymentProvider({
      storeId,
      provider: provider.name,
      credentials: Object.fromEntries(given),
    })
  }

  return (
    <Confirm
      trigger={<Button size="small">{provider.isConnected ? t('payment.replace') : t('payment.connect')}</Button>}
      title={t('payment.connectTitle', { provider: NAMES[provider.name] ?? t('payment.sandbox') })}
      submit={t('payment.connect')}
      kind="primary"
      fields={fields.map(({ name }) => name)}
      changes={CHANGES}
      run={connect}
    >
      {({ errorOf }) => (
        <>
          <p className="small">{t(`payment.connectWhy.${mode}`)}</p>
          {fields.map(({ name, description, isOptional }) => (
            <Field
              key={name}
              label={isOptional ? t('payment.optional', { name }) : name}
              name={name}
              type="password"
              autoComplete="off"
              required={!isOptional}
              hint={<span lang="en">{description}</span>}
              error={errorOf(name)}
            />
          ))}
          <p className="small">{t('payment.callback')}</p>
          <CopyBox text={provider.callbackUrl} />
        </>
      )}
    </Confirm>
  )
}

function Disconnect({ provider }: { provider: Manage.PaymentProvider }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={t('payment.disconnect')}
      title={t('payment.disconnect')}
      submit={t('payment.disconnectSubmit')}
      changes={CHANGES}
      run={() => api.disconnectPaymentProvider({ storeId, provider: provider.name })}
    >
      <p className="small">{t('payment.disconnectEffect')}</p>
    </Confirm>
  )
}
