import type { Manage } from '@quartermaster/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { Action } from '../ui/action.tsx'
import { manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { LANGUAGES, type StorefrontLocale } from './languages.ts'
import { StorefrontPage } from './storefront-page.tsx'

const SHOWN = 40

/** Every text of the storefront, and what the store says instead. */
export function Texts(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const navigate = useNavigate()
  const { locale = 'en', find = '' } = useSearch({ strict: false }) as { locale?: StorefrontLocale; find?: string }
  const texts = useQuery({
    queryKey: ['storefront-texts', store.id, locale],
    queryFn: () => api.listStorefrontTexts({ storeId: store.id, locale }),
  })
  const words = find.toLowerCase()
  const found = (texts.data?.texts ?? []).filter(
    ({ key, text, override }) =>
      (words === '' ? override !== null : false) ||
      (words !== '' && `${key} ${text} ${override ?? ''}`.toLowerCase().includes(words)),
  )
  const search = (change: { locale?: StorefrontLocale; find?: string }) =>
    void navigate({
      to: '/stores/$storeId/storefront/texts',
      params: { storeId: store.id },
      search: { locale, find, ...change },
      replace: true,
    })

  return (
    <StorefrontPage part="texts" requests={[manageRequest('listStorefrontTexts', { storeId: store.id, locale })]}>
      <Panel title={t('storefront.part.texts')}>
        <div className="panel-body grid2">
          <Select
            label={t('storefront.textLanguage')}
            value={locale}
            options={LANGUAGES}
            onChange={(chosen) => search({ locale: chosen })}
          />
          <Field
            label={t('storefront.findText')}
            type="search"
            value={find}
            onChange={(event) => search({ find: event.currentTarget.value })}
            hint={t('storefront.findTextHint')}
          />
        </div>
        {texts.error !== null && <ProblemNote error={texts.error} />}
        <ul className="rows">
          {found.slice(0, SHOWN).map((text) => (
            <TextRow key={text.key} text={text} locale={locale} />
          ))}
        </ul>
        {texts.data && found.length === 0 && (
          <p className="panel-body small soft">{t(find === '' ? 'storefront.noReplaced' : 'storefront.noText')}</p>
        )}
      </Panel>
    </StorefrontPage>
  )
}

function TextRow({ text, locale }: { text: Manage.StorefrontText; locale: StorefrontLocale }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const mayWrite = useMay('catalog:write')
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { key, override } = text
  return (
    <li>
      <span>
        <b className="td-main">{override ?? text.text}</b>
        <span className="small muted">
          <code>{key}</code> {override !== null && t('storefront.insteadOf', { text: text.text })}
        </span>
        {isOpen && (
          <Form
            submit={t('save')}
            fields={['text']}
            send={async ({ text: entered = '' }) => {
              await api.setStorefrontText({ storeId, locale, key, text: entered })
              await queryClient.invalidateQueries({ queryKey: ['storefront-texts'] })
              setOpen(false)
            }}
          >
            {({ errorOf }) => (
              <Field
                label={t('storefront.newText')}
                name="text"
                defaultValue={override ?? text.text}
                maxLength={500}
                autoFocus
                required
                error={errorOf('text')}
              />
            )}
          </Form>
        )}
      </span>
      {mayWrite && !isOpen && (
        <span className="btns">
          <Button size="small" onClick={() => setOpen(true)}>
            {t('storefront.replace')}
          </Button>
          {override !== null && (
            <Action run={() => api.removeStorefrontText({ storeId, locale, key })} changes={['storefront-texts']}>
              {t('storefront.useOurs')}
            </Action>
          )}
        </span>
      )}
    </li>
  )
}
