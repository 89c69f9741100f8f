import type { Manage } from '@quartermaster/sdk'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { useNewSecret } from '../new-secret.tsx'
import { Page } from '../../ui/page.tsx'
import { gameOf, GUIDES, guideOf } from './connect-guides.ts'
import { ServerContact, serverState } from './server-state.tsx'

const REFRESH_MS = 10_000

export function Servers(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  useTitle(t('nav.servers'), name)
  const columns: Column<Manage.GameServer>[] = [
    { head: t('server.name'), cell: (server) => server.name, csv: (server) => server.name },
    {
      head: t('server.contact'),
      cell: ({ lastSeenAt }) => <ServerContact lastSeenAt={lastSeenAt} />,
      csv: ({ lastSeenAt }) => t(`server.state.${serverState(lastSeenAt)}`),
    },
    {
      head: t('server.game'),
      cell: ({ game }) => (game === null ? '–' : guideOf(gameOf(game)).name),
      csv: ({ game }) => game,
    },
    {
      head: t('server.queue'),
      isNumber: true,
      cell: (server) => server.pendingDeliveries,
      csv: (server) => server.pendingDeliveries,
    },
    {
      head: t('server.keys'),
      isNumber: true,
      cell: ({ keys }) => keys.filter(({ revokedAt }) => revokedAt === null).length,
      csv: ({ keys }) => keys.filter(({ revokedAt }) => revokedAt === null).length,
    },
    {
      head: t('server.notes'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: ({ isDefault, warnings }) => (
        <>
          {isDefault && (
            <Chip kind="info" icon="check">
              {t('server.default')}
            </Chip>
          )}
          {warnings.length > 0 && <Chip kind="bad">{t('server.warning')}</Chip>}
        </>
      ),
    },
  ]
  const create = useMay('servers:write') && <CreateServer />
  return (
    <Page title={t('nav.servers')} lede={t('server.lede')} actions={create}>
      <List
        call={api.listServers}
        input={{ storeId }}
        queryKey="servers"
        label={t('nav.servers')}
        columns={columns}
        keyOf={({ id }) => id}
        link={({ id }) => ({ to: '/stores/$storeId/servers/$serverId', params: { storeId, serverId: id } })}
        refetchInterval={REFRESH_MS}
        file="servers"
        empty={
          <Empty icon="servers" title={t('server.none')} action={create}>
            {t('server.noneWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listServers', { storeId })]} />
    </Page>
  )
}

function CreateServer(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const navigate = useNavigate()
  const [, keep] = useNewSecret('')

  async function create({ name = '', game = '' }: Record<string, string>): Promise<void> {
    const { profile } = guideOf(gameOf(game))
    const created = await api.createServer({ storeId, name, game, ...(profile && { profile }) })
    keep(created.key, created.id)
    await navigate({ to: '/stores/$storeId/servers/$serverId', params: { storeId, serverId: created.id } })
  }

  return (
    <Confirm
      trigger={
        <Button kind="primary" icon="plus">
          {t('server.create')}
        </Button>
      }
      title={t('server.create')}
      submit={t('server.createSubmit')}
      kind="primary"
      fields={['name']}
      changes={['servers']}
      run={create}
    >
      {({ errorOf }) => (
        <>
          <Field
            label={t('server.name')}
            name="name"
            required
            maxLength={100}
            error={errorOf('name')}
            hint={t('server.nameHint')}
          />
          <Choice
            label={t('server.game')}
            name="game"
            options={Object.entries(GUIDES).map(([game, guide]) => [game, guide.name])}
            defaultValue="minecraft"
          />
        </>
      )}
    </Confirm>
  )
}
