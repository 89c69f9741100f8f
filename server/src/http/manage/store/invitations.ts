import { ListQuery } from '@quartermaster/contract/manage'
import {
  AcceptInvitationBody,
  Invitation,
  InvitationPage,
  InviteMemberBody,
  Membership,
} from '@quartermaster/contract/manage-members'
import { acceptInvitation, findInvitation } from '../../../access/accept-invitation.ts'
import { invitationMail } from '../../../access/invitation-mail.ts'
import { inviteMember, listInvitations, revokeInvitation } from '../../../access/invite-member.ts'
import { recordAudit } from '../../../access/record-audit.ts'
import { readEmailAddress } from '../../../accounts/email-address.ts'
import { addMail } from '../../../accounts/mail/add-mail.ts'
import { requireMailBudget } from '../../../accounts/mail/mail-budget.ts'
import { countAttempt } from '../../../accounts/sign-in/throttle.ts'
import { moveToStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { formatId, type InvitationId, parseId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'

const INVITATIONS = '/stores/:storeId/invitations'

export function invitationRoutes({ parts, store, account }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: INVITATIONS,
      operationId: 'listInvitations',
      summary: 'List invitations',
      description: 'Newest first.',
      permission: 'members:read',
      query: ListQuery,
      response: InvitationPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<InvitationId>('inv', key))
      const rows = await listInvitations(tx, { storeId, limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, { toItem: invitationToWire, keyOf: ({ id }) => formatId('inv', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: INVITATIONS,
      operationId: 'inviteMember',
      summary: 'Invite a member',
      description: 'Sends an e-mail with a link. Only an account with this e-mail address can accept the invitation.',
      permission: 'members:write',
      requiresRecentAuthentication: true,
      body: InviteMemberBody,
      response: Invitation,
      status: 201,
    },
    async ({ tx, storeId, body, actor, note }) => {
      const { role } = body
      const email = readEmailAddress(body.email)
      // Attempts are counted outside of this transaction, so that rejected ones count too.
      await countAttempt(parts.accounts, { kind: 'invitations', key: actor.id ?? actor.name })
      // Counted for each store, so that one store cannot use up the limit of another.
      await countAttempt(parts.accounts, { kind: 'mail_to', key: `invitation ${storeId} ${email}` })
      await requireMailBudget(parts.accounts, 'invitation')
      // An operator is not a member, so the invitation does not depend on their membership.
      const invitedBy = actor.kind === 'member' ? actor.id : null
      const { row, token } = await inviteMember(tx, { storeId, email, role, invitedBy })
      const mail = invitationMail({ to: email, publicUrl: parts.publicUrl, token })
      await addMail(tx, { sealer: parts.sealer, mail })
      note({ details: { email, role } })
      return invitationToWire(row)
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: `${INVITATIONS}/:invitationId`,
      operationId: 'revokeInvitation',
      summary: 'Revoke an invitation',
      permission: 'members:write',
      response: null,
    },
    async ({ tx, storeId, params }) => revokeInvitation(tx, { storeId, invitationId: params.invitationId }),
  )
  account.signedInTransaction(
    {
      method: 'POST',
      url: '/invitations/accept',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      body: AcceptInvitationBody,
      response: Membership,
    },
    async ({ caller, body, tx, request }) => {
      if (!caller) throw new AppError('forbidden', 'Only an account can accept an invitation.')
      const { accountId, email } = caller
      const { storeId, invitationId } = await findInvitation(parts.accounts, body.token)
      await moveToStore(tx, storeId)
      const role = await acceptInvitation(tx, { storeId, invitationId, accountId, email })
      await recordAudit(tx, {
        storeId,
        actor: { kind: 'member', id: accountId, name: email },
        action: 'acceptInvitation',
        subject: formatId('inv', invitationId),
        details: { role },
        address: request.identity.address,
        requestId: request.id,
      })
      return { storeId: formatId('sto', storeId), role }
    },
  )
}

type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

function invitationToWire(row: InvitationRow) {
  return {
    id: formatId('inv', row.id),
    email: row.email,
    role: row.role,
    state: stateOf(row),
    createdAt: toTimestamp(row.created_at),
    expiresAt: toTimestamp(row.expires_at),
  }
}

function stateOf(row: InvitationRow): 'open' | 'accepted' | 'revoked' | 'expired' {
  if (row.accepted_at) return 'accepted'
  if (row.revoked_at) return 'revoked'
  return row.expired ? 'expired' : 'open'
}
