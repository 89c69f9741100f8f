import type { Manage } from '@quartermaster/sdk'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { requirePrice, useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { PriceField } from '../catalog/editor/inputs.tsx'
import { useStore } from '../shell/store-context.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

type ActionsProps = { card: Manage.GiftCard; onCode: (code: string) => void }

export function CardActions({ card, onCode }: ActionsProps): ReactElement | null {
  const t = useTexts()
  const money = useMoney()
  const { id: storeId } = useStore()
  const { id: giftCardId, currency, balanceMinor } = card
  if (card.state === 'void') return null
  return (
    <>
      <Adjust card={card} />
      <Confirm
        trigger={<Button icon="key">{t('giftCard.newCode')}</Button>}
        title={t('giftCard.newCode')}
        submit={t('giftCard.newCodeSubmit')}
        kind="primary"
        changes={['gift-cards']}
        run={async () => onCode((await api.replaceGiftCardCode({ storeId, giftCardId })).code)}
      >
        <p className="small">{t('giftCard.newCodeEffect')}</p>
      </Confirm>
      <Confirm
        trigger={<Button kind="danger">{t('giftCard.void')}</Button>}
        title={t('giftCard.void')}
        submit={t('giftCard.voidSubmit')}
        fields={['note']}
        changes={['gift-cards']}
        run={({ note = '' }) => api.voidGiftCard({ storeId, giftCardId, note })}
      >
        {({ errorOf }) => (
          <div className="stack">
            <p className="small">{t('giftCard.voidEffect', { amount: money(balanceMinor, currency) })}</p>
            <Field label={t('giftCard.note')} name="note" maxLength={500} error={errorOf('note')} />
          </div>
        )}
      </Confirm>
    </>
  )
}

function Adjust({ card: { id: giftCardId, currency } }: { card: Manage.GiftCard }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const [amount, setAmount] = useState('')
  const [sign, setSign] = useState<'add' | 'take'>('add')
  return (
    <Confirm
      trigger={<Button>{t('giftCard.adjust')}</Button>}
      title={t('giftCard.adjust')}
      submit={t('giftCard.adjustSubmit')}
      kind="primary"
      fields={['amountMinor', 'note']}
      changes={['gift-cards']}
      run={async ({ note = '' }) => {
        const minor = requirePrice(amount, currency, 'amountMinor')
        await api.adjustGiftCard({ storeId, giftCardId, amountMinor: sign === 'add' ? minor : -minor, note })
      }}
    >
      {({ errorOf }) => (
        <div className="stack">
          <Select
            label={t('giftCard.direction')}
            value={sign}
            options={[
              ['add', t('giftCard.direction.add')],
              ['take', t('giftCard.direction.take')],
            ]}
            onChange={setSign}
          />
          <PriceField
            label={t('giftCard.amount')}
            currency={currency}
            value={amount}
            error={errorOf('amountMinor')}
            onChange={setAmount}
          />
          <Field label={t('giftCard.why')} name="note" required maxLength={500} error={errorOf('note')} />
        </div>
      )}
    </Confirm>
  )
}
