import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { type Translate, useTexts } from '../../app/texts.tsx'
import { Chip, type ChipKind } from '../../ui/chip.tsx'

/** What people read: a pending delivery waits, or was dispatched; a held one failed, is uncertain or was withdrawn. */
export type ShownState =
  'waiting' | 'dispatched' | 'retrying' | 'failed' | 'uncertain' | 'withdrawn' | 'processed' | 'cancelled'

const LOOKS: Record<ShownState, { kind: ChipKind; icon: string }> = {
  waiting: { kind: 'info', icon: 'clock' },
  dispatched: { kind: 'info', icon: 'dispatch' },
  retrying: { kind: 'warn', icon: 'resend' },
  failed: { kind: 'bad', icon: 'failed' },
  uncertain: { kind: 'warn', icon: 'uncertain' },
  withdrawn: { kind: 'warn', icon: 'hold' },
  processed: { kind: 'ok', icon: 'ok' },
  cancelled: { kind: 'neutral', icon: 'hold' },
}

type Stated = Pick<Manage.DeliverySummary, 'state' | 'holdReason' | 'dispatchedAt'>

export function stateOf({ state, holdReason, dispatchedAt }: Stated): ShownState {
  if (state === 'held') return holdReason ?? 'failed'
  if (state === 'pending') return dispatchedAt === null ? 'waiting' : 'dispatched'
  return state
}

export function DeliveryState({ delivery, isPlain }: { delivery: Stated; isPlain?: boolean }): ReactElement {
  const t = useTexts()
  const state = stateOf(delivery)
  return (
    <Chip {...LOOKS[state]} {...(isPlain && { isPlain })}>
      {t(`delivery.state.${state}`)}
    </Chip>
  )
}

type Named = Pick<Manage.DeliverySummary, 'products' | 'type'>

/** The products of a delivery, such as `VIP Gold, Coins × 2`, and what it is if it is not a purchase. */
export function titleOf(t: Translate, { products, type }: Named): string {
  const counts = Map.groupBy(products, ({ name }) => name)
  const names = [...counts].map(([name, same]) => countOf(name, same))
  return withType(t, names.join(', '), type)
}

export function withType(t: Translate, name: string, type: Named['type']): string {
  return type === 'APPROVE' ? name : t(`delivery.title.${type}`, { name })
}

function countOf(name: string, same: { quantity: number }[]): string {
  const count = same.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? name : `${name} × ${count}`
}
