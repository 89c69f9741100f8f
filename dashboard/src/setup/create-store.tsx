import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import { useTexts } from '../app/texts.tsx'
import { useProof } from '../app/with-proof.ts'
import { chooseAddress } from '../storefront/choose-address.ts'
import { LabelForm } from '../storefront/label-form.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { CURRENCIES, usualCurrency } from './currencies.ts'
import { SetupFrame } from './setup-frame.tsx'

export function CreateStore(): ReactElement {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mode = 'test' } = useSearch({ strict: false })
  const [currency, setCurrency] = useState(usualCurrency)
  const [unaddressed, setUnaddressed] = useState<Unaddressed>()
  const withProof = useProof()
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: 'currency' })

  async function send({ name = '' }: Record<string, string>): Promise<void> {
    const label = labelOf(name)
    const store = await api.createStore({ name, url: `${label}.${location.hostname}`, currency, mode })
    await queryClient.invalidateQueries({ queryKey: ['stores'] })
    const { labelDomain } = await api.listHosts({ storeId: store.id })
    if (labelDomain === null) return goOn(store)
    try {
      await withProof(() => findAddress(store, label))
    } catch (problem) {
      // The store exists now, so this form must not create it again.
      return setUnaddressed({ store, label, domain: labelDomain, problem })
    }
    await goOn(store)
  }

  const goOn = (store: Manage.Store) => navigate({ to: '/stores/$storeId/setup', params: { storeId: store.id } })
  if (unaddressed) return <ChooseAddress {...unaddressed} onDone={() => goOn(unaddressed.store)} />

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

type Unaddressed = { store: Manage.Store; label: string; domain: string; problem: unknown }

/** For a store that was created, but got no address. */
function ChooseAddress({ store, label, domain, problem, onDone }: Unaddressed & { onDone: () => Promise<void> }) {
  const t = useTexts()
  return (
    <SetupFrame title={t('setup.address.title')} lede={t('setup.address.lede', { store: store.name })} store={store}>
      <div className="narrow-form setup-form">
        <ProblemNote error={problem} />
        <LabelForm store={store} domain={domain} label={label} onChosen={onDone} />
        <p className="small">
          <Link to="/stores/$storeId/setup" params={{ storeId: store.id }}>
            {t('setup.address.later')}
          </Link>
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

/** Another store may have the label already. */
async function findAddress(store: Manage.Store, label: string): Promise<void> {
  try {
    await chooseAddress(store, label)
  } catch (error) {
    if (!hasCode(error, 'conflict', 'invalid_request')) throw error
    await chooseAddress(store, `${label}-${store.id.slice(-5)}`)
  }
}
