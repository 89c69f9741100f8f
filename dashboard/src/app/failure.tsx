import { Link, useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { AccountPage } from '../account/account-page.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemText } from '../ui/problem.tsx'
import { useProblems } from './problem-texts.ts'
import { useTexts } from './texts.tsx'

export function Failure({ error }: { error: unknown }): ReactElement {
  const t = useTexts()
  const router = useRouter()
  const explain = useProblems()
  return (
    <AccountPage
      title={t('failure.title')}
      lede={<ProblemText problem={explain(error)} />}
      footer={<Link to="/">{t('failure.home')}</Link>}
    >
      <Button size="wide" onClick={() => void router.invalidate()}>
        {t('failure.again')}
      </Button>
    </AccountPage>
  )
}

export function NotFound(): ReactElement {
  const t = useTexts()
  return (
    <AccountPage
      title={t('notFound.title')}
      lede={t('notFound.lede')}
      footer={<Link to="/">{t('failure.home')}</Link>}
    />
  )
}
