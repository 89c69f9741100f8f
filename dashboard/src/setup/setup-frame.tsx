import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { meQuery } from '../api/queries.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { TestBanner } from '../shell/test-banner.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import { Icon } from '../ui/icon.tsx'
import logo from '../ui/logo.svg?url'
import { STEPS } from './steps.ts'

export type StepState = { done: boolean; current: boolean; small?: string | undefined; link?: ReactElement }

type SetupFrameProps = {
  title: string
  lede: ReactNode
  store?: { id: string; name: string; mode: 'live' | 'test'; currency: string }
  /** The state of each step after the store. */
  states?: Partial<Record<(typeof STEPS)[number], StepState>>
  children: ReactNode
}

/** The steps at the left, and one step beside them. */
export function SetupFrame({ title, lede, store, states = {}, children }: SetupFrameProps): ReactElement {
  const t = useTexts()
  const { data: me } = useSuspenseQuery(meQuery)
  useTitle(title, store?.name)
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <div className="setup-app">
        {store?.mode === 'test' && <TestBanner />}
        <TopBar {...(store && { start: <StoreName name={store.name} /> })}>
          <Link to={store ? '/stores/$storeId' : '/'} params={{ storeId: store?.id ?? '' }}>
            {t('setup.later')}
          </Link>
        </TopBar>
        <div className="setup">
          <nav className="steps" aria-label={t('setup.steps')}>
            <ol>
              <StepEntry
                number={1}
                text={t('setup.step.account')}
                state={{ done: true, current: false, small: me.email }}
              />
              <StepEntry
                number={2}
                text={t('setup.step.store')}
                state={
                  store
                    ? { done: true, current: false, small: `${store.name}, ${store.currency}` }
                    : { done: false, current: true }
                }
              />
              {STEPS.map((step, index) => (
                <StepEntry
                  key={step}
                  number={index + 3}
                  text={t(`setup.step.${step}`)}
                  state={states[step] ?? { done: false, current: false }}
                />
              ))}
            </ol>
          </nav>
          <main id="main" className="main-setup">
            <h1>{title}</h1>
            <p className="lede">{lede}</p>
            {children}
          </main>
        </div>
      </div>
    </>
  )
}

function StoreName({ name }: { name: string }): ReactElement {
  return (
    <span className="store">
      <img src={logo} alt="" width="20" height="20" />
      {name}
    </span>
  )
}

type StepEntryProps = { number: number; text: string; state: StepState }

function StepEntry({ number, text, state: { done, current, small, link } }: StepEntryProps): ReactElement {
  const t = useTexts()
  return (
    <li className={done && !current ? 'done' : undefined} aria-current={current ? 'step' : undefined}>
      <span className="n" aria-hidden="true">
        {done && !current ? <Icon name="check" /> : number}
      </span>
      <span>
        {link ?? text}
        {done && <span className="sr"> {t('setup.done')}</span>}
        {small !== undefined && <small>{small}</small>}
      </span>
    </li>
  )
}
