import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { gameOf, guideOf } from '../operate/servers/connect-guides.ts'
import { useStore } from '../shell/store-context.ts'
import { ChooseGame } from './choose-game.tsx'
import { Connect } from './connect.tsx'
import { FirstProduct } from './first-product.tsx'
import { GoLive } from './go-live.tsx'
import { type Progress, useProgress } from './progress.ts'
import { SetupFrame, type StepState } from './setup-frame.tsx'
import { type Step, STEPS } from './steps.ts'
import { TestSale } from './test-sale.tsx'

const SCREENS: Record<Step, (props: { progress: Progress }) => ReactElement | null> = {
  game: ChooseGame,
  connect: Connect,
  product: FirstProduct,
  sale: TestSale,
  live: GoLive,
}

/** The first step that is not done, or the step of the address. */
export function StoreSetup(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const progress = useProgress(store.id)
  const { step: chosen } = useSearch({ strict: false })
  const reached = STEPS.indexOf(progress.next)
  const step = chosen !== undefined && STEPS.indexOf(chosen) <= reached ? chosen : progress.next
  const Screen = SCREENS[step]
  const game = progress.server && guideOf(gameOf(progress.server.game)).name

  function stateOf(name: Step, index: number): StepState {
    const done = index < reached
    const to = { to: '/stores/$storeId/setup', params: { storeId: store.id }, search: { step: name } } as const
    return {
      done,
      current: name === step,
      small: name === 'game' ? game : undefined,
      ...(index <= reached && name !== step && { link: <Link {...to}>{t(`setup.step.${name}`)}</Link> }),
    }
  }

  return (
    <SetupFrame
      title={t(`setup.title.${step}`)}
      lede={t(`setup.lede.${step}`, { store: store.name, game: game ?? '' })}
      store={store}
      states={Object.fromEntries(STEPS.map((name, index) => [name, stateOf(name, index)]))}
    >
      <Screen key={step} progress={progress} />
    </SetupFrame>
  )
}
