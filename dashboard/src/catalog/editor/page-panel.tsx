import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { EditorForm } from './editor-form.ts'
import { TextArea } from './inputs.tsx'
import { PicturesField } from './pictures-field.tsx'

const Markdown = lazy(async () => ({ default: (await import('../markdown/markdown.tsx')).Markdown }))

/** What the page of the product in the storefront shows. */
export function PagePanel({ form }: { form: EditorForm }): ReactElement {
  const t = useTexts()
  const { url } = useStore()
  const { draft, change, errorOf } = form
  return (
    <Panel title={t('productPage.title')}>
      <div className="panel-body fields">
        <div className="c8">
          <Field
            label={t('productPage.slug')}
            value={draft.slug}
            maxLength={80}
            spellCheck={false}
            autoCapitalize="off"
            placeholder={t('productPage.slugEmpty')}
            error={errorOf('slug')}
            hint={draft.slug === '' ? undefined : `${url}/p/${draft.slug}`}
            onChange={(event) => change({ slug: event.currentTarget.value })}
          />
        </div>
        <div className="c4">
          <Select
            label={t('productPage.visibility')}
            value={draft.visibility}
            options={(['public', 'unlisted', 'hidden'] as const).map((each) => [
              each,
              t(`productPage.visibility.${each}`),
            ])}
            onChange={(visibility) => change({ visibility })}
          />
          <p className="hint">{t(`productPage.visibilityHint.${draft.visibility}`)}</p>
        </div>
        <div className="c12">
          <Field
            label={t('productPage.summary')}
            value={draft.summary}
            maxLength={200}
            onChange={(event) => change({ summary: event.currentTarget.value })}
          />
        </div>
        <div className="c12">
          <Description value={draft.description} onChange={(description) => change({ description })} />
        </div>
        <div className="c12">
          <PicturesField pictures={draft.pictures} onChange={(pictures) => change({ pictures })} />
        </div>
        <div className="c4">
          <Field
            label={t('productPage.position')}
            inputMode="numeric"
            value={draft.position}
            error={errorOf('position')}
            hint={t('productPage.positionHint')}
            onChange={(event) => change({ position: event.currentTarget.value })}
          />
        </div>
      </div>
    </Panel>
  )
}

/** Markdown, and how the page shows it. */
function Description({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactElement {
  const t = useTexts()
  const [view, setView] = useState<'write' | 'preview'>('write')
  return (
    <Tabs
      label={t('markdown.view')}
      value={view}
      onChange={setView}
      tabs={[
        ['write', t('markdown.write')],
        ['preview', t('markdown.preview')],
      ]}
    >
      {view === 'write' ? (
        <TextArea
          label={t('productPage.description')}
          value={value}
          rows={8}
          maxLength={20_000}
          hint={t('markdown.hint')}
          onChange={onChange}
        />
      ) : (
        <div className="prose" aria-label={t('productPage.description')} role="region">
          <Suspense>
            {value.trim() === '' ? <p className="muted">{t('markdown.empty')}</p> : <Markdown text={value} />}
          </Suspense>
        </div>
      )}
    </Tabs>
  )
}
