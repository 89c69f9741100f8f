import type { Manage } from '@quartermaster/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { Action } from '../ui/action.tsx'
import { manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyBox } from '../ui/copy-box.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Panel } from '../ui/panel.tsx'
import { LabelForm } from './label-form.tsx'
import { StorefrontPage } from './storefront-page.tsx'

/** The addresses of the store, and what DNS must say about each of them. */
export function Domains(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const { id: storeId } = store
  const queryClient = useQueryClient()
  const mayWrite = useMay('store:write')
  const { data } = useSuspenseQuery({ queryKey: ['hosts', storeId], queryFn: () => api.listHosts({ storeId }) })

  async function send({ domain = '' }: Record<string, string>): Promise<void> {
    await api.addDomain({ storeId, domain })
    await queryClient.invalidateQueries({ queryKey: ['hosts'] })
  }

  return (
    <StorefrontPage part="domains" requests={[manageRequest('listHosts', { storeId })]}>
      <Panel title={t('storefront.addresses')}>
        {data.items.length === 0 && <p className="panel-body small soft">{t('storefront.noAddress')}</p>}
        <ul className="rows">
          {data.items.map((host) => (
            <HostRow key={host.host} host={host} mayWrite={mayWrite} />
          ))}
        </ul>
      </Panel>
      {mayWrite && data.labelDomain !== null && (
        <Panel title={t('storefront.chooseLabel')}>
          <div className="panel-body narrow-form">
            <LabelForm
              store={store}
              domain={data.labelDomain}
              label={data.items.find(({ kind }) => kind === 'label')?.host ?? ''}
            />
          </div>
        </Panel>
      )}
      {mayWrite && (
        <Panel title={t('storefront.addDomain')}>
          <div className="panel-body narrow-form">
            <Form send={send} submit={t('storefront.addDomain')} fields={['domain']}>
              {({ errorOf }) => (
                <Field
                  label={t('storefront.domain')}
                  name="domain"
                  placeholder="shop.vale.example"
                  maxLength={300}
                  autoComplete="off"
                  required
                  error={errorOf('domain')}
                  hint={t('storefront.domainHint')}
                />
              )}
            </Form>
          </div>
        </Panel>
      )}
    </StorefrontPage>
  )
}

function HostRow({ host, mayWrite }: { host: Manage.StoreHost; mayWrite: boolean }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const { host: name, kind, url, proof, provedAt } = host
  const isServed = provedAt !== null
  return (
    <li className="host">
      <span>
        {isServed && url !== null ? (
          <a className="td-main" href={url} target="_blank" rel="noreferrer">
            {new URL(url).host}
          </a>
        ) : (
          <b className="td-main">{name}</b>
        )}
        <span className="small muted">{t(`storefront.kind.${kind}`)}</span>
        {!isServed && proof && (
          <>
            <span className="small">{t('storefront.record', { type: proof.type, name: proof.name })}</span>
            <CopyBox text={`${proof.name}. ${proof.type} "${proof.value}"`} />
          </>
        )}
      </span>
      <span className="btns">
        <Chip kind={isServed ? 'ok' : 'warn'} icon={isServed ? 'ok' : 'clock'} isPlain>
          {t(isServed ? 'storefront.served' : 'storefront.unproved')}
        </Chip>
        {mayWrite && !isServed && (
          <Action run={() => api.checkDomain({ storeId, host: name })} changes={['hosts']}>
            {t('storefront.check')}
          </Action>
        )}
        {mayWrite && (
          <Confirm
            trigger={<Button size="small">{t('remove')}</Button>}
            title={t('storefront.removeHost', { host: name })}
            submit={t('storefront.removeHostSubmit')}
            run={() => api.removeHost({ storeId, host: name })}
            changes={['hosts']}
          >
            <p className="small">{t(isServed ? 'storefront.removeServed' : 'storefront.removeUnproved')}</p>
          </Confirm>
        )}
      </span>
    </li>
  )
}
