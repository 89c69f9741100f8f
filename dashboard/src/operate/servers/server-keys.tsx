import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { useNewSecret } from '../new-secret.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type ServerKey = Manage.GameServer['keys'][number]

export function ServerKeys({ server }: { server: Manage.GameServer }): ReactElement {
  const t = useTexts()
  const { ago, day } = useDates()
  const mayChange = useMay('servers:write')
  const active = server.keys.filter(({ revokedAt }) => revokedAt === null)
  const columns: Column<ServerKey>[] = [
    { head: t('server.key'), cell: ({ hint }) => <code>…{hint.replace('…', '')}</code> },
    {
      head: t('server.created'),
      cell: ({ createdAt, source }) => `${day(createdAt)}, ${t(`server.source.${source}`)}`,
    },
    {
      head: t('server.usedFrom'),
      cell: ({ usedFrom }) =>
        usedFrom.length === 0
          ? t('server.unused')
          : usedFrom.slice(0, 3).map(({ ipAddress, lastSeenAt, rejectedAt }) => (
              <span key={ipAddress} className="block">
                <code>{ipAddress}</code> {ago(lastSeenAt)} {rejectedAt !== null && t('server.rejected')}
              </span>
            )),
    },
    {
      head: t('server.actions'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: (key) =>
        key.revokedAt === null ? (
          mayChange && <RevokeKey server={server} serverKey={key} isLast={active.length === 1} />
        ) : (
          <Chip kind="neutral">{t('server.revoked', { day: day(key.revokedAt) })}</Chip>
        ),
    },
  ]
  return (
    <Panel title={t('server.keys')} foot={mayChange && <KeyActions server={server} active={active.length} />}>
      <Table label={t('server.keys')} kind="cards" columns={columns} items={server.keys} keyOf={({ id }) => id} />
    </Panel>
  )
}

type RevokeKeyProps = { server: Manage.GameServer; serverKey: ServerKey; isLast: boolean }

function RevokeKey({ server, serverKey, isLast }: RevokeKeyProps): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={t('server.revoke')}
      title={t('server.revokeTitle', { hint: serverKey.hint })}
      submit={t('server.revokeSubmit')}
      changes={['servers']}
      run={() => api.revokeServerKey({ storeId, serverId: server.id, keyId: serverKey.id })}
    >
      <p className="small">{t('server.revokeEffect')}</p>
      {isLast && <Note kind="warn">{t('server.revokeLast', { count: server.pendingDeliveries })}</Note>}
    </Confirm>
  )
}

function KeyActions({ server, active }: { server: Manage.GameServer; active: number }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const [, keep] = useNewSecret(server.id)
  const key = { storeId, serverId: server.id }
  return (
    <span className="btns">
      <Action
        icon="key"
        changes={['servers']}
        run={async () => {
          keep((await api.createServerKey(key)).key)
          window.scrollTo({ top: 0 })
        }}
      >
        {t('server.newKey')}
      </Action>
      <Confirm
        trigger={t('server.importKey')}
        title={t('server.importKey')}
        submit={t('server.importSubmit')}
        kind="primary"
        fields={['key']}
        changes={['servers']}
        run={({ key: imported = '' }) => api.importServerKey({ ...key, key: imported })}
      >
        {({ errorOf }) => (
          <>
            <p className="small">{t('server.importWhy')}</p>
            <Field
              label={t('server.key')}
              name="key"
              required
              minLength={16}
              maxLength={256}
              autoComplete="off"
              error={errorOf('key')}
            />
          </>
        )}
      </Confirm>
      {active > 1 && (
        <Confirm
          trigger={<Button size="small">{t('server.revokeOld')}</Button>}
          title={t('server.revokeOld')}
          submit={t('server.revokeCount', { count: active - 1 })}
          changes={['servers']}
          run={() => api.revokeServerKeys({ ...key, keepNewest: true })}
        >
          <p className="small">{t('server.revokeOldEffect', { count: active - 1 })}</p>
        </Confirm>
      )}
      {active > 0 && (
        <Confirm
          trigger={t('server.revokeAll')}
          title={t('server.revokeAll')}
          submit={t('server.revokeCount', { count: active })}
          changes={['servers']}
          run={() => api.revokeServerKeys({ ...key, keepNewest: false })}
        >
          <p className="small">{t('server.revokeEffect')}</p>
          <Note kind="warn">{t('server.revokeLast', { count: server.pendingDeliveries })}</Note>
        </Confirm>
      )}
    </span>
  )
}
