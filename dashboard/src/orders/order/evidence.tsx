import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { saveFile } from '../../app/save-file.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'

/** The facts of an order as plain text, ready for the bank. */
export function Evidence({ checkoutId }: { checkoutId: string }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Action
      kind="quiet"
      icon="download"
      run={async () => {
        const { text } = await api.getDisputeEvidence({ storeId, checkoutId })
        saveFile([text], { name: `evidence-${checkoutId}.txt`, type: 'text/plain' })
      }}
    >
      {t('timeline.evidence')}
    </Action>
  )
}
