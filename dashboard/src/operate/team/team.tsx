import type { Manage } from '@quartermaster/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { meQuery } from '../../api/queries.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Invitations } from './invitations.tsx'
import { InviteMember } from './invite-member.tsx'
import { ROLES, roleOf } from './roles.ts'

export function Team(): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const { id: storeId, name } = useStore()
  const mayChange = useMay('members:write')
  const { data: me } = useSuspenseQuery(meQuery)
  useTitle(t('nav.team'), name)
  const columns: Column<Manage.Member>[] = [
    {
      head: t('team.name'),
      cell: (member) => (
        <>
          <span className="td-main">{member.name}</span>{' '}
          {member.accountId === me.id && <span className="muted">{t('team.you')}</span>}
        </>
      ),
      csv: (member) => member.name,
    },
    { head: t('team.email'), cell: ({ email }) => <span className="brk">{email ?? '–'}</span>, csv: (m) => m.email },
    {
      head: t('team.role'),
      cell: ({ role }) => (
        <Chip kind="info" icon="shield">
          {t(`role.${role}`)}
        </Chip>
      ),
      csv: (m) => m.role,
    },
    { head: t('team.joined'), cell: ({ joinedAt }) => day(joinedAt), csv: ({ joinedAt }) => joinedAt },
    {
      head: t('server.actions'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: (member) =>
        mayChange && (
          <div className="btns">
            <ChangeRole member={member} />
            <RemoveMember member={member} isMe={member.accountId === me.id} />
          </div>
        ),
    },
  ]
  return (
    <Page title={t('nav.team')} lede={t('team.lede')} actions={mayChange && <InviteMember />}>
      <div className="stack">
        <List
          call={api.listMembers}
          input={{ storeId }}
          queryKey="members"
          title={t('team.members')}
          label={t('team.members')}
          columns={columns}
          keyOf={({ accountId }) => accountId}
          file="members"
          empty={
            <Empty icon="team" title={t('team.none')}>
              {t('team.noneWhy')}
            </Empty>
          }
        />
        <Invitations />
      </div>
      <ApiCall requests={[manageRequest('listMembers', { storeId }), manageRequest('listInvitations', { storeId })]} />
    </Page>
  )
}

function ChangeRole({ member }: { member: Manage.Member }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={t('team.changeRole')}
      title={t('team.roleOf', { name: member.name })}
      submit={t('team.changeRole')}
      kind="primary"
      changes={['members', 'store']}
      run={({ role }) => api.updateMemberRole({ storeId, accountId: member.accountId, role: roleOf(role) })}
    >
      <Choice
        label={t('team.role')}
        name="role"
        options={ROLES.map((role) => [role, `${t(`role.${role}`)}: ${t(`team.role.${role}`)}`])}
        defaultValue={member.role}
      />
    </Confirm>
  )
}

function RemoveMember({ member, isMe }: { member: Manage.Member; isMe: boolean }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={
        <Button kind="danger" size="small">
          {isMe ? t('team.leave') : t('remove')}
        </Button>
      }
      title={isMe ? t('team.leaveTitle') : t('team.removeTitle', { name: member.name })}
      submit={isMe ? t('team.leave') : t('team.removeSubmit')}
      changes={['members', 'tokens']}
      run={() => api.removeMember({ storeId, accountId: member.accountId })}
    >
      <p className="small">{t('team.removeEffect')}</p>
    </Confirm>
  )
}
