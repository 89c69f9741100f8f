import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Chip, type ChipKind } from '../ui/chip.tsx'

type State = Manage.Subscription['state']

const LOOKS: Record<State, { kind: ChipKind; icon: string }> = {
  pending: { kind: 'info', icon: 'clock' },
  active: { kind: 'ok', icon: 'ok' },
  past_due: { kind: 'warn', icon: 'alert' },
  cancelling: { kind: 'neutral', icon: 'clock' },
  ended: { kind: 'neutral', icon: 'hold' },
}

export function SubscriptionState({ state }: { state: State }): ReactElement {
  const t = useTexts()
  return <Chip {...LOOKS[state]}>{t(`subscription.state.${state}`)}</Chip>
}
