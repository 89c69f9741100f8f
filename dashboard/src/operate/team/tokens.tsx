import type { Manage } from '@quartermaster/sdk'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { NewSecret } from '../new-secret.tsx'
import { Page } from '../../ui/page.tsx'
import { CreateToken } from './create-token.tsx'

export function Tokens(): ReactElement {
  const t = useTexts()
  const { day, ago } = useDates()
  const { id: storeId, name } = useStore()
  const mayChange = useMay('tokens:write')
  const [secret, setSecret] = useState<string>()
  useTitle(t('nav.tokens'), name)
  const columns: Column<Manage.ApiToken>[] = [
    {
      head: t('token.name'),
      cell: (token) => (
        <>
          <span className="td-main">{token.name}</span> <code className="muted">{token.hint}</code>
        </>
      ),
      csv: (token) => token.name,
    },
    {
      head: t('token.scopes'),
      cell: ({ scopes }) => <code className="xs brk">{scopes.join(' ')}</code>,
      csv: ({ scopes }) => scopes.join(' '),
    },
    {
      head: t('token.expires'),
      cell: ({ expiresAt }) => (expiresAt === null ? t('token.never') : day(expiresAt)),
      csv: ({ expiresAt }) => expiresAt,
    },
    {
      head: t('token.used'),
      cell: ({ lastUsedAt, lastUsedFrom }) =>
        lastUsedAt === null ? t('token.unused') : `${ago(lastUsedAt)}, ${lastUsedFrom ?? ''}`,
      csv: ({ lastUsedAt }) => lastUsedAt,
    },
    {
      head: t('server.actions'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: (token) =>
        token.isActive ? (
          mayChange && <RevokeToken token={token} />
        ) : (
          <Chip kind="neutral">{token.revokedAt === null ? t('token.expired') : t('token.revoked')}</Chip>
        ),
    },
  ]
  const create = mayChange && <CreateToken onCreated={setSecret} />
  return (
    <Page title={t('nav.tokens')} lede={t('token.lede')} actions={create}>
      {secret !== undefined && <NewSecret secret={secret} why={t('token.once')} />}
      <List
        call={api.listTokens}
        input={{ storeId }}
        queryKey="tokens"
        label={t('nav.tokens')}
        columns={columns}
        keyOf={({ id }) => id}
        file="tokens"
        empty={
          <Empty icon="key" title={t('token.none')} action={create}>
            {t('token.noneWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listTokens', { storeId })]} />
    </Page>
  )
}

function RevokeToken({ token }: { token: Manage.ApiToken }): ReactElement {
  const t = useTexts()
  const { ago } = useDates()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={t('token.revoke')}
      title={t('token.revokeTitle', { name: token.name })}
      submit={t('token.revokeSubmit')}
      changes={['tokens']}
      run={() => api.revokeToken({ storeId, tokenId: token.id })}
    >
      <p className="small">
        {t('token.revokeEffect')}{' '}
        {token.lastUsedAt === null ? t('token.unused') : t('token.lastUsed', { ago: ago(token.lastUsedAt) })}
      </p>
    </Confirm>
  )
}
