import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { type Locale, useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { EditorForm } from './editor-form.ts'
import { TextArea } from './inputs.tsx'

const NAMES: Record<Locale, string> = { en: 'English', 'pt-BR': 'Português', es: 'Español' }
const FIELDS = ['name', 'summary', 'description'] as const

type Texts = Partial<Record<(typeof FIELDS)[number], string>>

/** The texts of the product in the other languages of the storefront. */
export function TranslationsPanel({ form: { draft, change } }: { form: EditorForm }): ReactElement | null {
  const t = useTexts()
  const { id: storeId } = useStore()
  const { data: storefront } = useSuspenseQuery({
    queryKey: ['storefront', storeId],
    queryFn: () => api.getStorefront({ storeId }),
  })
  const others = storefront.locales.slice(1)
  const [chosen, setChosen] = useState<Locale>()
  const locale = chosen ?? others[0]
  if (locale === undefined) return null

  const texts: Texts = draft.translations[locale] ?? {}
  function set(name: keyof Texts, value: string): void {
    const { [name]: _old, ...rest } = texts
    const next: Texts = value === '' ? rest : { ...rest, [name]: value }
    const { [locale as Locale]: _language, ...languages } = draft.translations
    change({ translations: Object.keys(next).length === 0 ? languages : { ...languages, [locale as Locale]: next } })
  }

  return (
    <Panel title={t('translations.title')}>
      <div className="panel-body">
        <Tabs
          label={t('translations.language')}
          value={locale}
          onChange={setChosen}
          tabs={others.map((each) => [each, NAMES[each]])}
        >
          <div className="fields translation" lang={locale}>
            <div className="c12">
              <Field
                label={t('product.name')}
                value={texts.name ?? ''}
                placeholder={draft.name}
                maxLength={200}
                onChange={(event) => set('name', event.currentTarget.value)}
              />
            </div>
            <div className="c12">
              <Field
                label={t('productPage.summary')}
                value={texts.summary ?? ''}
                placeholder={draft.summary}
                maxLength={200}
                onChange={(event) => set('summary', event.currentTarget.value)}
              />
            </div>
            <div className="c12">
              <TextArea
                label={t('productPage.description')}
                value={texts.description ?? ''}
                placeholder={draft.description}
                rows={5}
                maxLength={20_000}
                hint={t('translations.hint')}
                onChange={(description) => set('description', description)}
              />
            </div>
          </div>
        </Tabs>
      </div>
    </Panel>
  )
}
