import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Chip, type ChipKind } from '../ui/chip.tsx'

type State = 'archived' | 'soldOut' | 'hidden' | 'unlisted' | 'onSale'

const LOOKS: Record<State, { kind: ChipKind; icon?: string }> = {
  archived: { kind: 'neutral', icon: 'inventory' },
  soldOut: { kind: 'warn' },
  hidden: { kind: 'neutral', icon: 'eye' },
  unlisted: { kind: 'info', icon: 'eye' },
  onSale: { kind: 'ok' },
}

type Stated = Pick<Manage.Product, 'archivedAt' | 'stock' | 'visibility'>

function stateOf({ archivedAt, stock, visibility }: Stated): State {
  if (archivedAt !== null) return 'archived'
  if (stock !== null && stock <= 0) return 'soldOut'
  return visibility === 'public' ? 'onSale' : visibility
}

export function ProductState({ product, isPlain = false }: { product: Stated; isPlain?: boolean }): ReactElement {
  const t = useTexts()
  const state = stateOf(product)
  return (
    <Chip {...LOOKS[state]} isPlain={isPlain}>
      {t(`product.state.${state}`)}
    </Chip>
  )
}
