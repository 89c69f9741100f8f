import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { newVariant, type VariantDraft } from './draft.ts'
import type { EditorForm } from './editor-form.ts'
import { PriceField, SpanField } from './inputs.tsx'

const MAX_VARIANTS = 20

/** Forms of the product with a price and a duration of their own, and how many can be sold. */
export function VariantsPanel({ form }: { form: EditorForm }): ReactElement {
  const t = useTexts()
  const { draft, change, errorOf, currency } = form

  function set(key: number, fields: Partial<VariantDraft>): void {
    change({ variants: draft.variants.map((each) => (each.key === key ? { ...each, ...fields } : each)) })
  }
  function add(): void {
    const first = draft.variants.length === 0 ? { price: draft.price, span: draft.span } : {}
    change({ variants: [...draft.variants, { ...newVariant(), ...first }] })
  }

  return (
    <Panel title={t('variants.title')}>
      <div className="panel-body">
        <p className="hint">{t('variants.why')}</p>
        {draft.variants.map((variant, index) => (
          <fieldset className="variant fields" key={variant.key}>
            <legend className="sr">{t('variants.one', { number: index + 1 })}</legend>
            <div className="c4">
              <Field
                label={t('variants.name')}
                value={variant.name}
                maxLength={100}
                error={errorOf(`variant-${variant.key}-name`)}
                onChange={(event) => set(variant.key, { name: event.currentTarget.value })}
              />
            </div>
            <div className="c3">
              <PriceField
                label={t('product.price')}
                currency={currency}
                value={variant.price}
                error={errorOf(`variant-${variant.key}-price`)}
                onChange={(price) => set(variant.key, { price })}
              />
            </div>
            <div className="c5">
              <SpanField
                label={t('product.lasts')}
                value={variant.span}
                error={errorOf(`variant-${variant.key}-span`)}
                onChange={(span) => set(variant.key, { span })}
              />
            </div>
            <div className="c12">
              <Button
                size="small"
                kind="quiet"
                icon="trash"
                onClick={() => change({ variants: draft.variants.filter(({ key }) => key !== variant.key) })}
              >
                {t('variants.remove', { name: variant.name === '' ? String(index + 1) : variant.name })}
              </Button>
            </div>
          </fieldset>
        ))}
        <Button size="small" icon="plus" onClick={add} disabled={draft.variants.length >= MAX_VARIANTS}>
          {t('variants.add')}
        </Button>
      </div>
    </Panel>
  )
}

export function LimitsPanel({ form: { draft, change, errorOf } }: { form: EditorForm }): ReactElement {
  const t = useTexts()
  return (
    <Panel title={t('limits.title')}>
      <div className="panel-body fields">
        <div className="c6">
          <Field
            label={t('limits.stock')}
            inputMode="numeric"
            value={draft.stock}
            placeholder={t('limits.unlimited')}
            error={errorOf('stock')}
            hint={t('limits.stockHint')}
            onChange={(event) => change({ stock: event.currentTarget.value })}
          />
        </div>
        <div className="c6">
          <Field
            label={t('limits.perPlayer')}
            inputMode="numeric"
            value={draft.maxPerPlayer}
            placeholder={t('limits.unlimited')}
            error={errorOf('maxPerPlayer')}
            hint={t('limits.perPlayerHint')}
            onChange={(event) => change({ maxPerPlayer: event.currentTarget.value })}
          />
        </div>
      </div>
    </Panel>
  )
}
