import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { TextArea } from '../catalog/editor/inputs.tsx'
import { useStore } from '../shell/store-context.ts'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/note.tsx'
import { Panel } from '../ui/panel.tsx'

const PARTS = ['seller', 'terms', 'privacy', 'closedMessage'] as const
const ROWS = { seller: 2, terms: 6, privacy: 6, closedMessage: 2 }
const MAX = { seller: 300, terms: 20_000, privacy: 20_000, closedMessage: 1_000 }

/** What the law wants a store to say, and what it says while it is closed. */
export function Legal({ storefront }: { storefront: Manage.Storefront }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const queryClient = useQueryClient()
  const [texts, setTexts] = useState(storefront.texts)
  const [isSaved, setSaved] = useState(false)

  async function send(): Promise<void> {
    const { seller, terms, privacy, closedMessage } = texts
    await api.updateStorefront({ storeId, texts: { seller, terms, privacy, closedMessage } }, { ifMatch: storefront })
    await queryClient.invalidateQueries({ queryKey: ['storefront'] })
    setSaved(true)
  }

  return (
    <Panel title={t('storefront.legal')}>
      <div className="panel-body setup-form">
        <Form send={send} submit={t('storefront.legalSave')} fields={[]}>
          {() =>
            PARTS.map((part) => (
              <TextArea
                key={part}
                label={t(`storefront.legal.${part}`)}
                value={texts[part]}
                rows={ROWS[part]}
                maxLength={MAX[part]}
                onChange={(text) => setTexts((old) => ({ ...old, [part]: text }))}
              />
            ))
          }
        </Form>
        {isSaved && <Note kind="ok">{t('storefront.saved')}</Note>}
      </div>
    </Panel>
  )
}
