import type { Manage } from '@quartermaster/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { TextArea } from '../catalog/editor/inputs.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Empty } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Panel } from '../ui/panel.tsx'
import { StorefrontPage } from './storefront-page.tsx'

const NEW = 'new'

/** Pages that the store writes itself, such as its rules. */
export function Pages(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const mayWrite = useMay('catalog:write')
  const { page } = useSearch({ strict: false }) as { page?: string }
  const { data } = useSuspenseQuery({
    queryKey: ['storefront-pages', store.id],
    queryFn: () => api.listStorefrontPages({ storeId: store.id }),
  })
  const at = { to: '/stores/$storeId/storefront/pages', params: { storeId: store.id } } as const
  const add = mayWrite && (
    <Link className="btn btn-sm" {...at} search={{ page: NEW }}>
      {t('storefront.addPage')}
    </Link>
  )
  const opened = data.items.find(({ slug }) => slug === page)

  return (
    <StorefrontPage part="pages" requests={[manageRequest('listStorefrontPages', { storeId: store.id })]}>
      {mayWrite && (opened || page === NEW) && <PageEditor key={page} page={opened} />}
      <Panel title={t('storefront.part.pages')} beside={data.items.length > 0 && add}>
        {data.items.length === 0 ? (
          <Empty icon="note" title={t('storefront.noPage')} action={add}>
            {t('storefront.noPageWhy')}
          </Empty>
        ) : (
          <ul className="rows">
            {data.items.map(({ slug, title }) => (
              <li key={slug}>
                <span>
                  <Link className="td-main" {...at} search={{ page: slug }}>
                    {title}
                  </Link>
                  <span className="small muted">/pages/{slug}</span>
                </span>
                {mayWrite && (
                  <Confirm
                    trigger={<Button size="small">{t('remove')}</Button>}
                    title={t('storefront.removePage', { title })}
                    submit={t('storefront.removePageSubmit')}
                    run={() => api.deleteStorefrontPage({ storeId: store.id, slug })}
                    changes={['storefront-pages']}
                  >
                    <p className="small">{t('storefront.removePageEffect', { slug })}</p>
                  </Confirm>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </StorefrontPage>
  )
}

function PageEditor({ page }: { page: Manage.StorefrontPage | undefined }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [body, setBody] = useState(page?.body ?? '')

  async function send({ title = '', slug = page?.slug ?? '' }: Record<string, string>): Promise<void> {
    const { position = 0, translations = {} } = page ?? {}
    await api.saveStorefrontPage({ storeId, slug, title, body, position, translations })
    await queryClient.invalidateQueries({ queryKey: ['storefront-pages'] })
    await navigate({ to: '/stores/$storeId/storefront/pages', params: { storeId }, search: {} })
  }

  return (
    <Panel title={page?.title ?? t('storefront.addPage')}>
      <div className="panel-body setup-form">
        <Form send={send} submit={t('storefront.savePage')} fields={['title', 'slug']}>
          {({ errorOf }) => (
            <>
              <Field
                label={t('storefront.pageTitle')}
                name="title"
                defaultValue={page?.title}
                maxLength={100}
                required
                error={errorOf('title')}
              />
              {!page && (
                <Field
                  label={t('storefront.pageSlug')}
                  name="slug"
                  pattern="[a-z0-9]+(-[a-z0-9]+)*"
                  maxLength={80}
                  required
                  error={errorOf('slug')}
                  hint={t('storefront.pageSlugHint')}
                />
              )}
              <TextArea
                label={t('storefront.pageBody')}
                value={body}
                onChange={setBody}
                rows={12}
                maxLength={20_000}
                hint={t('storefront.pageBodyHint')}
              />
            </>
          )}
        </Form>
      </div>
    </Panel>
  )
}
