import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Chip, type ChipKind } from '../ui/chip.tsx'

type State = Manage.CheckoutSummary['state']

const LOOKS: Record<State, { kind: ChipKind; icon: string }> = {
  open: { kind: 'info', icon: 'clock' },
  paid: { kind: 'ok', icon: 'ok' },
  refunded: { kind: 'neutral', icon: 'refund' },
  disputed: { kind: 'bad', icon: 'alert' },
  abandoned: { kind: 'neutral', icon: 'hold' },
}

export function OrderState({ state }: { state: State }): ReactElement {
  const t = useTexts()
  return <Chip {...LOOKS[state]}>{t(`order.state.${state}`)}</Chip>
}
