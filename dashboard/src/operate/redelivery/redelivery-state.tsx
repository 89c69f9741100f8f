import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Chip, type ChipKind } from '../../ui/chip.tsx'

type State = Manage.Redelivery['state']

const KINDS: Record<State, ChipKind> = { running: 'info', done: 'ok', stopped: 'neutral' }

export function RedeliveryState({ state }: { state: State }): ReactElement {
  const t = useTexts()
  return <Chip kind={KINDS[state]}>{t(`redelivery.state.${state}`)}</Chip>
}
