import type { Manage } from '@quartermaster/sdk'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { move } from '../editor/move.ts'

type Credit = Manage.TierGroup['credit']
type FormProps = {
  trigger: ReactElement
  group?: Manage.TierGroup
  products: Manage.Product[]
  /** Products of other groups. */
  taken: string[]
}

/** Creates or changes a group of tiers. The lowest tier is the first. */
export function TierGroupForm({ trigger, group, products, taken }: FormProps): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const [credit, setCredit] = useState<Credit>(group?.credit ?? 'full')
  const [productIds, setProductIds] = useState(group?.productIds ?? [])
  const free = products.filter(
    ({ id, archivedAt }) => archivedAt === null && !taken.includes(id) && !productIds.includes(id),
  )
  const nameOf = (id: string) => products.find((product) => product.id === id)?.name ?? id

  async function save({ name = '' }: Record<string, string>): Promise<void> {
    const fields = { name, credit, productIds }
    if (group) await api.updateTierGroup({ storeId, tierGroupId: group.id, ...fields }, { ifMatch: group })
    else {
      await api.createTierGroup({ storeId, ...fields })
      setProductIds([])
    }
  }

  return (
    <Confirm
      trigger={trigger}
      kind="primary"
      title={group ? t('categories.editOne', { name: group.name }) : t('tiers.add')}
      submit={group ? t('save') : t('tiers.create')}
      fields={['name']}
      run={save}
      changes={['tiers', 'product']}
    >
      {({ errorOf }) => (
        <div className="stack">
          <Field
            label={t('tiers.name')}
            name="name"
            required
            maxLength={100}
            placeholder={t('tiers.nameExample')}
            defaultValue={group?.name}
            error={errorOf('name')}
          />
          <Select
            label={t('tiers.credit')}
            value={credit}
            options={[
              ['full', t('tiers.credit.full')],
              ['remaining_time', t('tiers.credit.remaining_time')],
            ]}
            onChange={setCredit}
          />
          <fieldset className="field">
            <legend className="label">{t('tiers.order')}</legend>
            <ol className="rows">
              {productIds.map((id, index) => (
                <li key={id}>
                  <span>{nameOf(id)}</span>
                  <span className="btns">
                    {index > 0 && (
                      <Button
                        size="small"
                        kind="quiet"
                        aria-label={`${t('categories.up')}: ${nameOf(id)}`}
                        onClick={() => setProductIds(move(productIds, index, index - 1))}
                      >
                        {t('categories.up')}
                      </Button>
                    )}
                    <Button
                      size="small"
                      kind="quiet"
                      aria-label={`${t('tiers.remove')}: ${nameOf(id)}`}
                      onClick={() => setProductIds(productIds.filter((other) => other !== id))}
                    >
                      {t('tiers.remove')}
                    </Button>
                  </span>
                </li>
              ))}
            </ol>
          </fieldset>
          {free.length > 0 && (
            <Select<string>
              label={t('tiers.addProduct')}
              value=""
              options={[['', t('tiers.choose')], ...free.map(({ id, name }): [string, string] => [id, name])]}
              onChange={(id) => setProductIds(id === '' ? productIds : [...productIds, id])}
            />
          )}
        </div>
      )}
    </Confirm>
  )
}
