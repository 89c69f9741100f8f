import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Chip, type ChipKind } from '../ui/chip.tsx'

type State = Manage.GiftCard['state']

const KINDS: Record<State, ChipKind> = { active: 'ok', used_up: 'neutral', expired: 'neutral', void: 'warn' }

export function CardState({ state }: { state: State }): ReactElement {
  const t = useTexts()
  return <Chip kind={KINDS[state]}>{t(`giftCard.state.${state}`)}</Chip>
}
