import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import type { Step } from './steps.ts'

type StepFootProps = { back?: Step; next?: Step; nextText?: string; isPrimary?: boolean; children?: ReactNode }

/** The way back, and the way on once the step is done. */
export function StepFoot({ back, next, nextText, isPrimary = true, children }: StepFootProps): ReactElement {
  const t = useTexts()
  const store = useStore()
  const to = { to: '/stores/$storeId/setup', params: { storeId: store.id } } as const
  return (
    <div className="wizard-foot">
      {back && (
        <Link className="btn" {...to} search={{ step: back }}>
          {t('setup.back')}
        </Link>
      )}
      {children}
      {next && (
        <Link className={isPrimary ? 'btn btn-primary' : 'btn btn-quiet push'} {...to} search={{ step: next }}>
          {nextText}
        </Link>
      )}
    </div>
  )
}
