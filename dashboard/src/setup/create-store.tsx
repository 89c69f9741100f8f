import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import { useTexts } from '../app/texts.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { CURRENCIES, usualCurrency } from './currencies.ts'
import { SetupFrame } from './setup-frame.tsx'

export function CreateStore(): ReactElement {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mode = 'test' } = useSearch({ strict: false })
  const [currency, setCurrency] = useState(usualCurrency)
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: 'currency' })

  async function send({ name = '' }: Record<string, string>): Promise<void> {
    const label = labelOf(name)
    const store = await api.createStore({ name, url: `${label}.${location.hostname}`, currency, mode })
    // The store exists now. Its address can also be chosen later.
    await chooseAddress(store, label).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: ['stores'] })
    await navigate({ to: '/stores/$storeId/setup', params: { storeId: store.id } })
  }

  return (
    <SetupFrame title={t('setup.store.title')} lede={t(mode === 'test' ? 'setup.store.lede' : 'setup.store.live')}>
      <div className="narrow-form setup-form">
        <Form send={send} submit={t('setup.store.submit')} fields={['name']}>
          {({ errorOf }) => (
            <>
              <Field
                label={t('setup.store.name')}
                name="name"
                maxLength={200}
                autoFocus
                required
                error={errorOf('name')}
              />
              <Select
                label={t('setup.store.currency')}
                value={currency}
                options={CURRENCIES.map((code) => [code, `${code} · ${names.of(code) ?? code}`])}
                onChange={setCurrency}
              />
              <p className="hint">{t('setup.store.currencyHint')}</p>
            </>
          )}
        </Form>
        <p className="small">
          <Link to="/import">{t('stores.import')}</Link>
        </p>
      </div>
    </SetupFrame>
  )
}

/** `Vale ⚔ Store` becomes `vale-store`. */
function labelOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .split(/[ -]+/)
  return words.filter(Boolean).join('-').slice(0, 40) || 'store'
}

/** An address for the storefront, if this installation gives addresses. Another store may have the name already. */
async function chooseAddress(store: Manage.Store, label: string): Promise<void> {
  const storeId = store.id
  for (const attempt of [label, `${label}-${storeId.slice(-5)}`]) {
    try {
      const { url } = await api.chooseLabel({ storeId, label: attempt })
      if (url !== null) await api.updateStore({ storeId, url: new URL(url).host }, { ifMatch: store })
      return
    } catch (error) {
      if (!hasCode(error, 'conflict', 'invalid_request')) throw error
    }
  }
}
