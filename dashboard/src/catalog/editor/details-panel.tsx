import { gameOf, type Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { GAME_NAMES } from '../preview/game-of.ts'
import { isSubscription, isTimed } from './draft.ts'
import type { EditorForm } from './editor-form.ts'
import { Check, PriceField, SpanField } from './inputs.tsx'

type DetailsProps = { form: EditorForm; categories: Manage.Category[]; servers: Manage.GameServer[] }

export function DetailsPanel({ form, categories, servers }: DetailsProps): ReactElement {
  const t = useTexts()
  const { draft, change, errorOf, currency } = form
  const { graceDays } = useStore()
  const hasVariants = draft.variants.length > 0
  return (
    <Panel title={t('product.details')}>
      <div className="panel-body fields">
        <div className="c8">
          <Field
            label={t('product.name')}
            value={draft.name}
            maxLength={200}
            error={errorOf('name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </div>
        <div className="c4">
          <Select
            label={t('product.category')}
            value={draft.categoryId}
            options={[['', t('product.noCategory')], ...categories.map(({ id, name }): [string, string] => [id, name])]}
            onChange={(categoryId) => change({ categoryId })}
          />
        </div>
        {!hasVariants && (
          <>
            <div className="c4">
              <PriceField
                label={t('product.price')}
                currency={currency}
                value={draft.price}
                error={errorOf('price')}
                onChange={(price) => change({ price })}
              />
            </div>
            {!draft.isGiftCard && (
              <div className="c4">
                <SpanField
                  label={t('product.lasts')}
                  value={draft.span}
                  error={errorOf('span')}
                  hint={isTimed(draft) ? t('product.lastsHint') : undefined}
                  onChange={(span) => change({ span })}
                />
              </div>
            )}
          </>
        )}
        {!draft.isGiftCard && isSubscription(draft) && (
          <>
            <div className="c4">
              <Field
                label={t('product.graceDays')}
                inputMode="numeric"
                value={draft.graceDays}
                placeholder={String(graceDays)}
                error={errorOf('graceDays')}
                hint={t('product.graceDaysHint')}
                onChange={(event) => change({ graceDays: event.currentTarget.value })}
              />
            </div>
            <Check
              className="c4"
              label={t('product.renewalCommands')}
              hint={t('product.renewalCommandsHint')}
              checked={draft.renewalCommands}
              onChange={(renewalCommands) => change({ renewalCommands })}
            />
          </>
        )}
        {!draft.isGiftCard && (
          <div className="c4 rebuy">
            <Select
              label={t('product.rebuy')}
              value={draft.rebuy}
              options={[
                ['extend', t('product.rebuy.extend')],
                ['independent', t('product.rebuy.independent')],
              ]}
              onChange={(rebuy) => change({ rebuy })}
            />
            <p className="hint">{t(`product.rebuyHint.${draft.rebuy}`)}</p>
          </div>
        )}
        <div className="c12">
          <Check
            checked={draft.isGiftCard}
            onChange={(isGiftCard) =>
              change({ isGiftCard, ...(isGiftCard && { span: { amount: '', unit: 'forever' } }) })
            }
            label={t('giftCard.product')}
          />
          <p className="hint">{t('giftCard.productHint')}</p>
        </div>
        {!draft.isGiftCard && <Servers form={form} servers={servers} />}
      </div>
    </Panel>
  )
}

function Servers({
  form: { draft, change },
  servers,
}: {
  form: EditorForm
  servers: Manage.GameServer[]
}): ReactElement {
  const t = useTexts()
  const standard = servers.find(({ isDefault }) => isDefault)
  function toggle(id: string, isChosen: boolean): void {
    const others = draft.serverIds.filter((each) => each !== id)
    change({ serverIds: isChosen ? [...others, id] : others })
  }
  return (
    <fieldset className="c12">
      <legend className="label">{t('product.deliverTo')}</legend>
      {servers.length === 0 && <p className="hint">{t('product.noServerHint')}</p>}
      <div className="checks">
        {servers.map((server) => (
          <Check
            key={server.id}
            checked={draft.serverIds.includes(server.id)}
            onChange={(isChosen) => toggle(server.id, isChosen)}
            label={
              <>
                {server.name} <span className="muted">{gameText(server)}</span>
              </>
            }
          />
        ))}
      </div>
      {servers.length > 0 && (
        <>
          {draft.serverIds.length === 0 && (
            <p className="hint">
              {draft.buyerChoosesServer
                ? t('product.anyServerHint')
                : t('product.defaultServerHint', { name: standard?.name ?? '–' })}
            </p>
          )}
          <Check
            className="check-below"
            checked={draft.buyerChoosesServer}
            onChange={(buyerChoosesServer) => change({ buyerChoosesServer })}
            label={t('product.buyerChooses')}
          />
        </>
      )}
    </fieldset>
  )
}

function gameText(server: Manage.GameServer): string {
  const game = gameOf(server)
  return game === 'plain' ? (server.game ?? '') : GAME_NAMES[game]
}
