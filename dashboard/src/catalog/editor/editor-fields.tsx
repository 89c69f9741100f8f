import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, Suspense, useRef, useState } from 'react'
import { useProblems } from '../../app/problem-texts.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { FieldError } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { ProblemText } from '../../ui/problem.tsx'
import { ConsolePreview } from '../preview/console-preview.tsx'
import { findWarnings, Warnings } from '../preview/warnings.tsx'
import { categoriesQuery, serversQuery } from '../queries.ts'
import { bodyOf, changesOf, findErrors } from './body-of.ts'
import { CommandsPanel } from './commands-panel.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { type Draft, draftOf, type Stage } from './draft.ts'
import { type EditorForm, useErrorTexts } from './editor-form.ts'
import { FieldsPanel } from './fields-panel.tsx'
import { mergeDraft } from './merge-draft.ts'
import { PagePanel } from './page-panel.tsx'
import { SaveBar } from './save-bar.tsx'
import { TranslationsPanel } from './translations-panel.tsx'
import { useSaveProduct } from './use-save-product.ts'
import { LimitsPanel, VariantsPanel } from './variants-panel.tsx'

/** Empty inputs of a new product are no mistakes before someone wants to save it. */
const ONLY_AFTER_SUBMIT = new Set(['required', 'noCommand'])
const FIELDS_OF_API = ['name', 'slug', 'summary', 'stock', 'maxPerPlayer']

type EditorFieldsProps = {
  product?: Manage.Product
  start: Draft
  onSaved?: (product: Manage.Product) => Promise<void> | void
  /** Says so until the next change. */
  wasSaved?: boolean
}

export function EditorFields({ product, start, onSaved, wasSaved = false }: EditorFieldsProps): ReactElement {
  const t = useTexts()
  const { id: storeId, currency } = useStore()
  const [base, setBase] = useState({ product, draft: start })
  const [draft, setDraft] = useState(start)
  const [stage, setStage] = useState<Stage>('approve')
  const [wasSubmitted, setSubmitted] = useState(false)
  const preview = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const servers = useQuery(serversQuery(storeId)).data ?? []
  const categories = useQuery(categoriesQuery(storeId)).data ?? []
  const mayWrite = useMay('catalog:write')
  const mayChangeCommands = useMay('commands:write')
  const errorText = useErrorTexts(currency)
  const describe = useProblems()
  const { mutation, conflict, clearConflict } = useSaveProduct(base.product)

  const errors = findErrors(draft, currency)
  const changes = changesOf(bodyOf(base.draft, currency), bodyOf(draft, currency))
  const isDirty = Object.keys(changes).length > 0
  const problem = mutation.error === null ? undefined : describe(mutation.error)
  const problemField = FIELDS_OF_API.find((name) => name === problem?.field)
  const visible = Object.values(errors).filter((code) => code && (wasSubmitted || !ONLY_AFTER_SUBMIT.has(code)))

  const editorForm: EditorForm = {
    draft,
    currency,
    mayChangeCommands,
    change: (fields) => setDraft((old) => ({ ...old, ...fields })),
    errorOf: (name) => {
      const code = errors[name]
      if (code && (wasSubmitted || !ONLY_AFTER_SUBMIT.has(code))) return errorText(code)
      return name === problemField ? problem?.text : undefined
    },
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    setSubmitted(true)
    const isShort = form.current?.reportValidity() ?? true
    if (Object.keys(errors).length === 0 && isShort)
      return mutation.mutate({ draft, onSaved: (saved) => onSaved?.(saved) })
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  function discard(): void {
    setDraft(base.draft)
    setSubmitted(false)
    mutation.reset()
    clearConflict()
  }

  function askRefund(): void {
    setStage('refund')
    preview.current?.scrollIntoView({ block: 'start' })
    preview.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }

  return (
    <form onSubmit={onSubmit} noValidate ref={form}>
      <div className="editor">
        <fieldset className="stack" disabled={!mayWrite}>
          <DetailsPanel form={editorForm} categories={categories} servers={servers} />
          {!draft.isGiftCard && <CommandsPanel form={editorForm} onAskRefund={askRefund} />}
          {!draft.isGiftCard && <FieldsPanel form={editorForm} />}
          <VariantsPanel form={editorForm} />
          <LimitsPanel form={editorForm} />
          <PagePanel form={editorForm} />
          <Suspense>
            <TranslationsPanel form={editorForm} />
          </Suspense>
        </fieldset>
        <div className="preview stack" ref={preview}>
          {!draft.isGiftCard && (
            <>
              <ConsolePreview draft={draft} servers={servers} stage={stage} onStage={setStage} />
              <Warnings warnings={findWarnings(draft, servers)} />
            </>
          )}
        </div>
      </div>
      {conflict && base.product && (
        <ConflictNote
          conflict={conflict}
          onKeep={() => {
            if (base.product) setDraft(mergeDraft(base.product, draft, conflict.latest))
            setBase({ product: conflict.latest, draft: draftOf(conflict.latest) })
            clearConflict()
          }}
        />
      )}
      {wasSaved && !isDirty && (
        <div className="saved">
          <Note kind="ok">{t('product.saved')}</Note>
        </div>
      )}
      {isDirty && (
        <SaveBar
          errors={visible.length}
          problem={
            problem && problemField === undefined ? (
              <FieldError>
                <ProblemText problem={problem} />
              </FieldError>
            ) : undefined
          }
          hint={product && t('product.saveHint')}
          submit={t('product.save')}
          isBusy={mutation.isPending}
          isLeaving={mutation.isPending}
          onDiscard={discard}
        />
      )}
    </form>
  )
}
