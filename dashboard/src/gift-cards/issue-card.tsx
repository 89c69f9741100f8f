import type { Manage } from '@quartermaster/sdk'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { requirePrice } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { PriceField } from '../catalog/editor/inputs.tsx'
import { useStore } from '../shell/store-context.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'

/** Issues a card by hand. Its code is shown once, on the page of the card. */
export function IssueCard({ onIssued }: { onIssued: (card: Manage.IssuedGiftCard) => void }): ReactElement {
  const t = useTexts()
  const { id: storeId, currency } = useStore()
  const [value, setValue] = useState('')

  async function issue({ note = '', until = '' }: Record<string, string>): Promise<void> {
    const valueMinor = requirePrice(value, currency, 'valueMinor')
    const expiresAt = until === '' ? null : new Date(`${until}T23:59:59`).toISOString()
    onIssued(await api.issueGiftCard({ storeId, valueMinor, note, expiresAt }))
  }

  return (
    <Confirm
      trigger={
        <Button kind="primary" icon="plus">
          {t('giftCard.issue')}
        </Button>
      }
      title={t('giftCard.issue')}
      submit={t('giftCard.issueSubmit')}
      kind="primary"
      fields={['valueMinor', 'note', 'expiresAt']}
      changes={['gift-cards']}
      run={issue}
    >
      {({ errorOf }) => (
        <div className="stack">
          <PriceField
            label={t('giftCard.value')}
            currency={currency}
            value={value}
            placeholder="25.00"
            error={errorOf('valueMinor')}
            onChange={setValue}
          />
          <Field
            label={t('giftCard.note')}
            name="note"
            maxLength={500}
            placeholder={t('giftCard.noteExample')}
            hint={t('giftCard.noteHint')}
            error={errorOf('note')}
          />
          <Field
            label={t('giftCard.until')}
            name="until"
            type="date"
            hint={t('giftCard.untilHint')}
            error={errorOf('expiresAt')}
          />
        </div>
      )}
    </Confirm>
  )
}
