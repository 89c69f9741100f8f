import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { Action } from '../../ui/action.tsx'
import { Panel } from '../../ui/panel.tsx'
import { startProvider } from '../provider-ticket.ts'

/** Accounts elsewhere that sign this one in. Nothing if the platform has no such way. */
export function Connections({ me }: { me: Manage.Account }): ReactElement | null {
  const t = useTexts()
  const { day } = useDates()
  const offered = useQuery({ queryKey: ['sign-in-providers'], queryFn: () => api.listSignInProviders() })
  const providers = offered.data?.items ?? []
  if (providers.length === 0) return null
  return (
    <Panel title={t('settings.connections')}>
      <ul className="rows">
        {providers.map(({ provider, label }) => {
          const connected = me.providers.find((each) => each.provider === provider)
          return (
            <li key={provider}>
              <span>
                <b className="td-main">{label}</b>
                <span className="small muted">
                  {connected
                    ? `${connected.name} · ${t('settings.added', { day: day(connected.connectedAt) })}`
                    : t('settings.notConnected')}
                </span>
              </span>
              {connected ? (
                <Action kind="danger" run={() => api.disconnectSignInProvider({ provider })} changes={['account']}>
                  {t('remove')}
                </Action>
              ) : (
                <Action run={() => startProvider(provider, 'connect')}>{t('settings.connect')}</Action>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
