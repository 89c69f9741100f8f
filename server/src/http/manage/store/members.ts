import {
  AcceptBody,
  Invitation,
  InvitationBody,
  InvitationPage,
  LIST_QUERY,
  Membership,
  RoleBody,
  StoreMember,
  StoreMemberPage,
} from '@quartermaster/contract/manage-store'
import { acceptInvitation, findInvitation } from '../../../access/accept-invitation.ts'
import { changeRole, removeMember } from '../../../access/change-member.ts'
import { invitationMail } from '../../../access/invitation-mail.ts'
import { inviteMember, listInvitations, revokeInvitation } from '../../../access/invite-member.ts'
import { listMembers } from '../../../access/list-members.ts'
import { recordAudit } from '../../../access/record-audit.ts'
import { addMail } from '../../../accounts/mail/add-mail.ts'
import { readEmailAddress } from '../../../accounts/email-address.ts'
import { countAttempt } from '../../../accounts/sign-in/throttle.ts'
import { moveToStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { type AccountId, formatId, type InvitationId, parseId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment } from '../moment.ts'
import type { Surface } from '../surface.ts'

export function memberRoutes({ parts, store, account, publish }: Surface): void {
  publish(StoreMember, StoreMemberPage, Invitation, InvitationPage, Membership)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/members',
      operationId: 'listMembers',
      summary: 'Who belongs to the store',
      permission: 'members:read',
      query: LIST_QUERY,
      answer: 'StoreMemberPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<AccountId>('acc', key))
      const rows = await listMembers(tx, { storeId, most: mostOf(query), ...(after && { after }) })
      return toPage(rows, query, {
        show: ({ accountId, email, name, role, since }) => ({
          accountId: formatId('acc', accountId),
          email,
          name,
          role,
          since: moment(since),
        }),
        keyOf: ({ accountId }) => formatId('acc', accountId),
      })
    },
  )
  store.route(
    {
      method: 'PUT',
      url: '/stores/:storeId/members/:accountId/role',
      operationId: 'updateMemberRole',
      summary: 'Give a member another role',
      permission: 'members:write',
      proof: true,
      body: RoleBody,
      answer: null,
    },
    async ({ tx, storeId, params, body, note }) => {
      note({ subject: formatId('acc', params.accountId), details: { role: body.role } })
      await changeRole(tx, { storeId, accountId: params.accountId, role: body.role })
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: '/stores/:storeId/members/:accountId',
      operationId: 'removeMember',
      summary: 'Take a member out; the tokens he made end with it',
      permission: 'members:write',
      answer: null,
    },
    async ({ tx, storeId, params }) => removeMember(tx, { storeId, accountId: params.accountId }),
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/invitations',
      operationId: 'listInvitations',
      summary: 'Invitations, newest first',
      permission: 'members:read',
      query: LIST_QUERY,
      answer: 'InvitationPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<InvitationId>('inv', key))
      const rows = await listInvitations(tx, { storeId, most: mostOf(query), ...(after && { after }) })
      return toPage(rows, query, { show: invitationToWire, keyOf: ({ id }) => formatId('inv', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/invitations',
      operationId: 'inviteMember',
      summary: 'Invite somebody by e-mail',
      description: 'The mail holds a link that only an account with this address can accept.',
      permission: 'members:write',
      proof: true,
      body: InvitationBody,
      answer: 'Invitation',
      status: 201,
    },
    async ({ tx, storeId, body, actor, note }) => {
      const email = readEmailAddress(body.email)
      // Counted outside of this transaction: an attempt counts whatever becomes of it.
      await countAttempt(parts.accounts, { kind: 'invitations', key: actor.id ?? actor.name })
      // For each store: who invites somebody does not keep others from it.
      await countAttempt(parts.accounts, { kind: 'mail_to', key: `invitation ${storeId} ${email}` })
      const invited = await inviteMember(tx, {
        storeId,
        email,
        role: body.role,
        // An operator is no member: what he sends stands on its own.
        invitedBy: actor.kind === 'member' ? actor.id : null,
      })
      const mail = invitationMail({ to: email, publicUrl: parts.publicUrl, token: invited.token })
      await addMail(tx, { sealer: parts.sealer, mail })
      note({ details: { email, role: body.role } })
      return invitationToWire(invited.row)
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: '/stores/:storeId/invitations/:invitationId',
      operationId: 'revokeInvitation',
      summary: 'Take an invitation back',
      permission: 'members:write',
      answer: null,
    },
    async ({ tx, storeId, params }) => revokeInvitation(tx, { storeId, invitationId: params.invitationId }),
  )
  account.joining(
    {
      method: 'POST',
      url: '/invitations/accept',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation to a store',
      body: AcceptBody,
      answer: 'Membership',
    },
    async ({ person, body, tx, request }) => {
      if (!person) throw new AppError('forbidden', 'Only an account can accept an invitation')
      const found = await findInvitation(parts.accounts, body.token)
      await moveToStore(tx, found.storeId)
      const { accountId, email } = person
      const role = await acceptInvitation(tx, { ...found, accountId, email })
      await recordAudit(tx, {
        storeId: found.storeId,
        actor: { kind: 'member', id: accountId, name: email },
        action: 'acceptInvitation',
        subject: formatId('inv', found.invitationId),
        details: { role },
        address: request.ip,
        requestId: request.id,
      })
      return { storeId: formatId('sto', found.storeId), role }
    },
  )
}

type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

function invitationToWire(row: InvitationRow) {
  return {
    id: formatId('inv', row.id),
    email: row.email,
    role: row.role,
    state: row.accepted_at ? 'accepted' : row.revoked_at ? 'revoked' : row.expired ? 'expired' : 'open',
    createdAt: moment(row.created_at),
    expiresAt: moment(row.expires_at),
  }
}
