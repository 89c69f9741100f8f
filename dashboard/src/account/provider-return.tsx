import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useProblems } from '../app/problem-texts.ts'
import { queryClient } from '../app/query-client.ts'
import { useTexts } from '../app/texts.tsx'
import { ProblemText } from '../ui/problem.tsx'
import { AccountPage } from './account-page.tsx'
import { takeTicket } from './provider-ticket.ts'

/** Discord and GitHub send the browser here, with a code for one use. */
export function ProviderReturn(): ReactElement {
  const t = useTexts()
  const navigate = useNavigate()
  const explain = useProblems()
  const { provider } = useParams({ strict: false })
  const finished = useQuery({
    queryKey: ['provider-return', provider],
    staleTime: Infinity,
    queryFn: async () => {
      const taken = takeTicket()
      const answer = new URLSearchParams(location.search)
      const [state, code] = [answer.get('state'), answer.get('code')]
      if (!taken || state === null || code === null) throw new Error(t('provider.cancelled'))
      const { ticket, purpose } = taken
      if (purpose === 'connect') await api.connectSignInProvider({ ticket, state, code })
      else await api.signInWithProvider({ ticket, state, code, sessionType: 'cookie' })
      queryClient.removeQueries({ queryKey: ['account'] })
      await navigate({ to: purpose === 'connect' ? '/account' : '/', replace: true })
      return true
    },
  })
  if (finished.error === null) return <AccountPage title={t('provider.wait')} />
  return (
    <AccountPage
      title={t('provider.failed')}
      lede={<ProblemText problem={explain(finished.error)} />}
      footer={<Link to="/account/sign-in">{t('account.backToSignIn')}</Link>}
    />
  )
}
