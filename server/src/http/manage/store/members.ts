import { ListQuery } from '@quartermaster/contract/manage'
import { MemberPage, UpdateMemberRoleBody } from '@quartermaster/contract/manage-members'
import { changeRole, removeMember } from '../../../access/change-member.ts'
import { listMembers } from '../../../access/list-members.ts'
import { type AccountId, formatId, parseId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'

const MEMBERS = '/stores/:storeId/members'

export function memberRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: MEMBERS,
      operationId: 'listMembers',
      summary: 'List members',
      permission: 'members:read',
      query: ListQuery,
      response: MemberPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<AccountId>('acc', key))
      const rows = await listMembers(tx, { storeId, limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, {
        toItem: ({ accountId, email, name, role, joinedAt }) => ({
          accountId: formatId('acc', accountId),
          email,
          name,
          role,
          joinedAt: toTimestamp(joinedAt),
        }),
        keyOf: ({ accountId }) => formatId('acc', accountId),
      })
    },
  )
  store.route(
    {
      method: 'PUT',
      url: `${MEMBERS}/:accountId/role`,
      operationId: 'updateMemberRole',
      summary: 'Change the role of a member',
      permission: 'members:write',
      requiresRecentAuthentication: true,
      body: UpdateMemberRoleBody,
      response: null,
    },
    async ({ tx, storeId, params, body, note }) => {
      const { accountId } = params
      const { role } = body
      note({ subject: formatId('acc', accountId), details: { role } })
      await changeRole(tx, { storeId, accountId, role })
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: `${MEMBERS}/:accountId`,
      operationId: 'removeMember',
      summary: 'Remove a member',
      description: 'The API tokens that the member created are revoked.',
      permission: 'members:write',
      response: null,
    },
    async ({ tx, storeId, params }) => removeMember(tx, { storeId, accountId: params.accountId }),
  )
}
