import type { Manage } from '@quartermaster/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useMoney } from '../app/money.ts'
import { type Translate, useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import { Icon } from '../ui/icon.tsx'
import type { Column } from '../ui/list.tsx'
import { Picture } from './picture.tsx'
import { targetsOf } from './preview/game-of.ts'
import { withoutUnrelated } from './preview/warnings.tsx'
import { ProductState } from './product-state.tsx'

type Parts = {
  categories: Manage.Category[]
  servers: Manage.GameServer[]
  chosen: Manage.Product[]
  /** Without it, products cannot be chosen. */
  onChoose?: (chosen: Manage.Product[]) => void
}

export function useProductColumns({ categories, servers, chosen, onChoose }: Parts): Column<Manage.Product>[] {
  const t = useTexts()
  const price = usePrices()

  function choose(product: Manage.Product, isChosen: boolean): void {
    const others = chosen.filter(({ id }) => id !== product.id)
    onChoose?.(isChosen ? [...others, product] : others)
  }

  const choice: Column<Manage.Product> = {
    head: t('products.choose'),
    isHeadHidden: true,
    className: 'choice',
    cell: (product) => (
      <label className="check">
        <input
          type="checkbox"
          checked={chosen.some(({ id }) => id === product.id)}
          onChange={(event) => choose(product, event.currentTarget.checked)}
        />
        <span className="sr">{t('products.chooseOne', { name: product.name })}</span>
      </label>
    ),
  }
  return [
    ...(onChoose ? [choice] : []),
    { head: t('product.name'), isUnlabeled: true, cell: (product) => <NameCell product={product} servers={servers} /> },
    { head: t('product.price'), isNumber: true, cell: price },
    {
      head: t('product.category'),
      cell: ({ categoryId }) =>
        categories.find(({ id }) => id === categoryId)?.name ?? <span className="muted">–</span>,
    },
    { head: t('product.servers'), cell: (product) => serversText(product, servers, t) },
    { head: t('products.state'), cell: (product) => <ProductState product={product} isPlain /> },
  ]
}

/** The price, or the range of its variants. */
export function usePrices(): (product: Manage.Product) => string {
  const money = useMoney()
  return ({ variants, priceMinor, currency }) => {
    const prices = variants.length > 0 ? variants.map((variant) => variant.priceMinor) : [priceMinor]
    const [low, high] = [Math.min(...prices), Math.max(...prices)]
    return low === high ? money(low, currency) : `${money(low, currency)} – ${money(high, currency)}`
  }
}

function NameCell({ product, servers }: { product: Manage.Product; servers: Manage.GameServer[] }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const profiles = targetsOf(product, servers).map(({ profile }) => profile)
  const warnings = withoutUnrelated(product.warnings, profiles).length
  return (
    <span className="with-thumb">
      <Picture hash={product.pictures[0]?.hash} />
      <span>
        <Link
          className="td-main plain"
          to="/stores/$storeId/products/$productId"
          params={{ storeId, productId: product.id }}
        >
          {product.name}
        </Link>
        {warnings > 0 && (
          <span className="status is-warn xs">
            <Icon name="alert" />
            {t('products.warnings', { count: warnings })}
          </span>
        )}
      </span>
    </span>
  )
}

function serversText({ buyerChoosesServer, serverIds }: Manage.Product, servers: Manage.GameServer[], t: Translate) {
  const names = servers.filter(({ id }) => serverIds.includes(id)).map(({ name }) => name)
  const fallback = servers.find(({ isDefault }) => isDefault)?.name
  if (buyerChoosesServer)
    return t('products.buyerChooses', { servers: names.length > 0 ? names.join(', ') : t('product.allServers') })
  return names.length > 0 ? names.join(', ') : (fallback ?? t('product.noServer'))
}
