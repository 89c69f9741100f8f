import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useMoney } from '../app/money.ts'
import { type TextId, useTexts } from '../app/texts.tsx'
import { readAllProducts } from '../catalog/queries.ts'
import { useStore } from '../shell/store-context.ts'
import { Choice } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/note.tsx'
import { Panel } from '../ui/panel.tsx'

/** What a buyer would pay now for a product, step by step. */
export function TryPrice(): ReactElement | null {
  const t = useTexts()
  const { id: storeId } = useStore()
  const [price, setPrice] = useState<Manage.PricePreview>()
  const products = useQuery({ queryKey: ['products', 'all', storeId], queryFn: () => readAllProducts(storeId) })
  const options = (products.data ?? []).filter(({ archivedAt }) => archivedAt === null).flatMap(optionsOf)
  if (options.length === 0) return null

  async function send({ item = '', code = '', player = '' }: Record<string, string>): Promise<void> {
    setPrice(undefined)
    const [productId = '', variantId = null] = item.split('/')
    const items = [{ productId, variantId }]
    setPrice(
      await api.previewPrice({
        storeId,
        items,
        code: code.trim() === '' ? null : code,
        gameUserId: player.trim() === '' ? null : player,
      }),
    )
  }

  return (
    <Panel title={t('tryPrice.title')}>
      <div className="panel-body narrow-form is-wide">
        <Form send={send} submit={t('tryPrice.submit')} kind="plain" fields={['code', 'gameUserId']}>
          {({ errorOf }) => (
            <>
              <Choice label={t('order.product')} name="item" options={options} />
              <div className="field-row">
                <Field
                  label={t('coupons.code')}
                  name="code"
                  maxLength={40}
                  autoComplete="off"
                  spellCheck={false}
                  error={errorOf('code')}
                />
                <Field
                  label={t('testSale.player')}
                  name="player"
                  maxLength={255}
                  autoComplete="off"
                  hint={t('tryPrice.playerHint')}
                  error={errorOf('gameUserId')}
                />
              </div>
            </>
          )}
        </Form>
        {price && <Result price={price} />}
      </div>
    </Panel>
  )
}

function Result({ price: { currency, refusals, total } }: { price: Manage.PricePreview }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const [refusal] = refusals
  if (refusal) return <Note kind="warn">{t(`tryPrice.refused.${refusal.reason}` as TextId)}</Note>
  const parts: [string, number][] = [
    [t('order.upgradeOff'), -total.upgradeCreditMinor],
    [t('order.saleOff'), -total.saleMinor],
    [t('coupons.code'), -total.codeMinor],
  ]
  const rows: [string, number][] = [
    [t('tryPrice.list'), total.listMinor],
    ...parts.filter(([, minor]) => minor !== 0),
    [t('tryPrice.pays'), total.paidMinor],
    ...(total.creatorShareMinor > 0 ? [[t('tryPrice.creator'), total.creatorShareMinor] as [string, number]] : []),
  ]
  return (
    <div role="status">
      <dl className="facts">
        {rows.map(([name, minor]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd className={name === t('tryPrice.pays') ? 'num strong' : 'num'}>{money(minor, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A product with variants is sold as one of them. */
function optionsOf({ id, name, variants }: Manage.Product): [string, string][] {
  if (variants.length === 0) return [[id, name]]
  return variants.map((variant): [string, string] => [`${id}/${variant.id}`, `${name}, ${variant.name}`])
}
