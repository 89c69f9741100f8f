import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { readAllProducts } from '../queries.ts'
import { TierGroupForm } from './tier-group-form.tsx'

/** Groups of products that replace each other, such as ranks. */
export function Tiers(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  useTitle(t('tiers.title'), name)
  const mayWrite = useMay('catalog:write')
  const groups = useQuery({ queryKey: ['tiers', storeId], queryFn: () => api.listTierGroups({ storeId }) })
  const products = useQuery({ queryKey: ['products', 'all', storeId], queryFn: () => readAllProducts(storeId) })
  const items = groups.data?.items ?? []
  const taken = items.flatMap(({ productIds }) => productIds)
  const add = mayWrite && products.data && (
    <TierGroupForm
      products={products.data}
      taken={taken}
      trigger={
        <Button kind="primary" icon="plus">
          {t('tiers.add')}
        </Button>
      }
    />
  )
  return (
    <Page title={t('tiers.title')} lede={t('tiers.lede')} actions={add}>
      {groups.error !== null && <ProblemNote error={groups.error} />}
      {groups.data?.items.length === 0 && (
        <Panel title={t('tiers.title')}>
          <Empty icon="inventory" title={t('tiers.none')}>
            {t('tiers.noneWhy')}
          </Empty>
        </Panel>
      )}
      {items.map((group) => (
        <Group key={group.id} group={group} products={products.data ?? []} taken={taken} />
      ))}
      <ApiCall requests={[manageRequest('listTierGroups', { storeId })]} />
    </Page>
  )
}

type GroupProps = { group: Manage.TierGroup; products: Manage.Product[]; taken: string[] }

function Group({ group, products, taken }: GroupProps): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const { id: storeId } = useStore()
  const mayWrite = useMay('catalog:write')
  const { name, credit, productIds } = group
  const actions = mayWrite && (
    <span className="btns">
      <TierGroupForm
        group={group}
        products={products}
        taken={taken.filter((id) => !productIds.includes(id))}
        trigger={
          <Button size="small" aria-label={t('categories.editOne', { name })}>
            {t('categories.edit')}
          </Button>
        }
      />
      <Confirm
        trigger={
          <Button size="small" kind="quiet" aria-label={t('categories.deleteOne', { name })}>
            {t('promotion.delete')}
          </Button>
        }
        title={t('categories.deleteOne', { name })}
        submit={t('tiers.delete')}
        run={() => api.deleteTierGroup({ storeId, tierGroupId: group.id })}
        changes={['tiers']}
      >
        <p className="small">{t('tiers.deleteEffect')}</p>
      </Confirm>
    </span>
  )
  return (
    <Panel title={name} beside={actions} foot={t(`tiers.foot.${credit}`)}>
      <ol className="rows">
        {productIds.map((productId, index) => {
          const product = products.find(({ id }) => id === productId)
          return (
            <li key={productId}>
              <span>
                <span className="muted small">{t('tiers.tier', { number: index + 1 })}</span>
                <Link className="td-main" to="/stores/$storeId/products/$productId" params={{ storeId, productId }}>
                  {product?.name ?? productId}
                </Link>
              </span>
              {product && <span>{money(product.priceMinor, product.currency)}</span>}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
