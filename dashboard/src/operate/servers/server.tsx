import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { NewSecret, useNewSecret } from '../new-secret.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { gameOf, guideOf } from './connect-guides.ts'
import { ConnectLines } from './connect-lines.tsx'
import { ServerKeys } from './server-keys.tsx'
import { ServerSettings } from './server-settings.tsx'
import { ServerContact } from './server-state.tsx'

const REFRESH_MS = 5_000

export function Server(): ReactElement {
  const t = useTexts()
  const { id: storeId, name: storeName, gamesUrl } = useStore()
  const { serverId = '' } = useParams({ strict: false })
  const mayChange = useMay('servers:write')
  const query = useQuery({
    queryKey: ['servers', storeId, serverId],
    queryFn: () => api.getServer({ storeId, serverId }),
    refetchInterval: REFRESH_MS,
  })
  const [newKey] = useNewSecret(serverId)
  const server = query.data
  useTitle(server?.name ?? t('nav.servers'), storeName)

  return (
    <Page
      title={server?.name ?? '…'}
      crumb={
        <Link to="/stores/$storeId/servers" params={{ storeId }}>
          {t('nav.servers')}
        </Link>
      }
      lede={server && <ServerContact lastSeenAt={server.lastSeenAt} />}
      actions={
        mayChange &&
        server?.isDefault === false && (
          <Action run={() => api.setDefaultServer({ storeId, serverId })} changes={['servers', 'store']}>
            {t('server.makeDefault')}
          </Action>
        )
      }
    >
      {query.error !== null && <ProblemNote error={query.error} />}
      {newKey !== undefined && <NewSecret secret={newKey} why={t('server.keyOnce')} />}
      {server && (
        <div className="stack">
          {server.warnings.map(({ code, keyId, ipAddress }) => (
            <Note key={`${code} ${keyId} ${ipAddress}`} kind="bad">
              {t(`server.warning.${code}`, { address: ipAddress })}
            </Note>
          ))}
          <Facts server={server} />
          <Panel title={t('server.connect', { game: guideOf(gameOf(server.game)).name })}>
            <div className="panel-body">
              <p className="small soft">{t(`connect.way.${guideOf(gameOf(server.game)).way}`)}</p>
              <ol className="howto">
                <ConnectLines game={gameOf(server.game)} url={gamesUrl} serverKey={newKey} />
              </ol>
            </div>
          </Panel>
          <ServerKeys server={server} />
          {mayChange && <ServerSettings server={server} />}
        </div>
      )}
      <ApiCall requests={[manageRequest('getServer', { storeId, serverId })]} />
    </Page>
  )
}

function Facts({ server }: { server: Manage.GameServer }): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const facts: [string, string | number][] = [
    [t('server.queue'), t('server.waiting', { count: server.pendingDeliveries })],
    [t('server.lastContact'), server.lastSeenAt === null ? t('server.never') : time(server.lastSeenAt)],
    [t('server.registeredFrom'), server.registeredFrom ?? '–'],
    [t('server.profile'), t(`server.profile.${server.profile}`)],
    [t('server.gets'), server.isDefault ? t('server.getsDefault') : t('server.getsOwn')],
  ]
  return (
    <Panel title={t('server.state')}>
      <dl className="facts panel-body">
        {facts.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
