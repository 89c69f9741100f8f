import type { Manage } from '@quartermaster/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Checks, checkedOf } from '../ui/checks.tsx'
import { Chip } from '../ui/chip.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/note.tsx'
import { Panel } from '../ui/panel.tsx'
import { StorefrontPage } from './storefront-page.tsx'

const WAYS = ['name', 'minecraft', 'steam', 'discord', 'code'] as const

/** How visitors of the store say or prove who they are. */
export function Identity(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const mayChoose = useMay('catalog:write')
  const mayConnect = useMay('store:write')
  const { data: storefront } = useSuspenseQuery({
    queryKey: ['storefront', storeId],
    queryFn: () => api.getStorefront({ storeId }),
  })
  const { data: providers } = useSuspenseQuery({
    queryKey: ['identity-providers', storeId],
    queryFn: () => api.listIdentityProviders({ storeId }),
  })
  return (
    <StorefrontPage
      part="identity"
      requests={[manageRequest('getStorefront', { storeId }), manageRequest('listIdentityProviders', { storeId })]}
    >
      {mayChoose && <Ways storefront={storefront} />}
      <Panel title={t('storefront.applications')}>
        <ul className="rows">
          {providers.items.map((provider) => (
            <ProviderRow key={provider.name} provider={provider} mayConnect={mayConnect} />
          ))}
        </ul>
      </Panel>
    </StorefrontPage>
  )
}

function Ways({ storefront }: { storefront: Manage.Storefront }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)

  async function send(values: Record<string, string>): Promise<void> {
    const identityProviders = checkedOf(values, 'way') as Manage.Storefront['identityProviders']
    await api.updateStorefront({ storeId, identityProviders }, { ifMatch: storefront })
    await queryClient.invalidateQueries({ queryKey: ['storefront'] })
    setSaved(true)
  }

  return (
    <Panel title={t('storefront.ways')}>
      <div className="panel-body narrow-form">
        <p className="small soft">{t('storefront.waysWhy')}</p>
        <Form send={send} submit={t('save')} fields={[]}>
          {() => (
            <Checks
              legend={t('storefront.waysLegend')}
              name="way"
              options={WAYS.map((way) => [way, t(`storefront.way.${way}`)])}
              checked={storefront.identityProviders}
            />
          )}
        </Form>
        {isSaved && <Note kind="ok">{t('storefront.saved')}</Note>}
      </div>
    </Panel>
  )
}

type ProviderRowProps = { provider: Manage.IdentityProvider; mayConnect: boolean }

function ProviderRow({
  provider: { name, isConnected, clientId, redirectPath },
  mayConnect,
}: ProviderRowProps): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <li>
      <span>
        <b className="td-main">{name}</b>
        <span className="small muted">{clientId ?? t('storefront.redirect', { path: redirectPath })}</span>
      </span>
      <span className="btns">
        <Chip kind={isConnected ? 'ok' : 'neutral'} isPlain>
          {t(isConnected ? 'storefront.connected' : 'storefront.notConnected')}
        </Chip>
        {mayConnect && (
          <Confirm
            trigger={t('storefront.connect')}
            title={t('storefront.connectTitle', { name })}
            submit={t('storefront.connect')}
            kind="primary"
            fields={['clientId', 'clientSecret']}
            run={({ clientId: id = '', clientSecret = '' }) =>
              api.connectIdentityProvider({ storeId, provider: name, clientId: id, clientSecret })
            }
            changes={['identity-providers']}
          >
            {({ errorOf }) => (
              <>
                <p className="small">{t('storefront.redirect', { path: redirectPath })}</p>
                <Field
                  label={t('storefront.clientId')}
                  name="clientId"
                  maxLength={100}
                  autoComplete="off"
                  required
                  error={errorOf('clientId')}
                />
                <Field
                  label={t('storefront.clientSecret')}
                  name="clientSecret"
                  type="password"
                  maxLength={500}
                  autoComplete="off"
                  required
                  error={errorOf('clientSecret')}
                />
              </>
            )}
          </Confirm>
        )}
        {mayConnect && isConnected && (
          <Confirm
            trigger={<Button size="small">{t('storefront.disconnect')}</Button>}
            title={t('storefront.disconnectTitle', { name })}
            submit={t('storefront.disconnect')}
            run={() => api.disconnectIdentityProvider({ storeId, provider: name })}
            changes={['identity-providers']}
          >
            <p className="small">{t('storefront.disconnectEffect')}</p>
          </Confirm>
        )}
      </span>
    </li>
  )
}
