import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { Chip, type ChipKind } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../ui/panel.tsx'

const KINDS: Record<Manage.Invitation['state'], ChipKind> = {
  open: 'info',
  accepted: 'ok',
  revoked: 'neutral',
  expired: 'neutral',
}

/** The latest invitations. Older ones are of no use to anyone, so there are no pages. */
export function Invitations(): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const { id: storeId } = useStore()
  const mayChange = useMay('members:write')
  const invitations = useQuery({
    queryKey: ['invitations', storeId],
    queryFn: () => api.listInvitations({ storeId, limit: 50 }),
  })
  const columns: Column<Manage.Invitation>[] = [
    { head: t('team.email'), cell: ({ email }) => <span className="td-main brk">{email}</span> },
    { head: t('team.role'), cell: ({ role }) => t(`role.${role}`) },
    { head: t('team.state'), cell: ({ state }) => <Chip kind={KINDS[state]}>{t(`invitation.${state}`)}</Chip> },
    { head: t('team.until'), cell: ({ expiresAt }) => day(expiresAt) },
    {
      head: t('server.actions'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: ({ id, state }) =>
        mayChange &&
        state === 'open' && (
          <Action run={() => api.revokeInvitation({ storeId, invitationId: id })} changes={['invitations']}>
            {t('team.revokeInvitation')}
          </Action>
        ),
    },
  ]
  const items = invitations.data?.items
  return (
    <Panel title={t('team.invitations')}>
      {items?.length === 0 ? (
        <Empty icon="team" title={t('team.noInvitation')}>
          {t('team.noInvitationWhy')}
        </Empty>
      ) : (
        <Table label={t('team.invitations')} kind="cards" columns={columns} items={items} keyOf={({ id }) => id} />
      )}
    </Panel>
  )
}
