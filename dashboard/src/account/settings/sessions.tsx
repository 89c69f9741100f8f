import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { queryClient } from '../../app/query-client.ts'
import { useTexts } from '../../app/texts.tsx'
import { Action } from '../../ui/action.tsx'
import { Panel } from '../../ui/panel.tsx'

export function Sessions(): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const navigate = useNavigate()
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => api.listSessions({ limit: 100 }) })

  async function signOut(): Promise<void> {
    await api.signOut()
    queryClient.clear()
    await navigate({ to: '/account/sign-in' })
  }

  return (
    <Panel
      title={t('settings.sessions')}
      foot={
        <>
          <Action run={() => api.revokeOtherSessions()} changes={['sessions']}>
            {t('settings.endOthers')}
          </Action>
          <Action run={signOut}>{t('signOut')}</Action>
        </>
      }
    >
      <ul className="rows">
        {sessions.data?.items.map(({ id, isCurrent, userAgent, ipAddress, lastSeenAt }) => (
          <li key={id}>
            <span>
              <b className="td-main brk">{userAgent ?? t('settings.unknownDevice')}</b>
              <span className="small muted">
                {ipAddress} · {time(lastSeenAt)}
              </span>
            </span>
            {isCurrent ? (
              <span className="status is-ok">{t('settings.thisSession')}</span>
            ) : (
              <Action run={() => api.revokeSession({ sessionId: id })} changes={['sessions']}>
                {t('settings.end')}
              </Action>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
