import {
  ConfirmEmailBody,
  PasswordResetPreview,
  PreviewPasswordResetBody,
  RequestPasswordResetBody,
  ResetPasswordBody,
  UndoChangeBody,
} from '@quartermaster/contract/manage-account'
import type { FastifyRequest } from 'fastify'
import { listTokensOf, revokeTokensOf } from '../../../access/tokens/revoke-tokens-of.ts'
import { approveEmailChange, confirmEmailChange } from '../../../accounts/recovery/change-email.ts'
import { previewPasswordReset, requestPasswordReset, resetPassword } from '../../../accounts/recovery/reset-password.ts'
import { type RevokeTokens, undoChange } from '../../../accounts/recovery/undo-change.ts'
import type { ManageApi } from '../manage-api.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'
import { SAME_RESPONSE } from './sign-in.ts'

/** For owners who have lost the password, the mailbox, or a session to a thief. */
export function recoveryRoutes({ parts: { accountParts }, account }: ManageApi): void {
  account.public(
    {
      method: 'POST',
      url: '/account/password-reset',
      operationId: 'requestPasswordReset',
      summary: 'Request a password reset',
      description: `Sends an e-mail with a link. ${SAME_RESPONSE}`,
      body: RequestPasswordResetBody,
      response: null,
      status: 202,
    },
    async ({ body, request }) =>
      requestPasswordReset(accountParts, { email: body.email, address: request.identity.address }),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/password-reset/confirm',
      operationId: 'resetPassword',
      summary: 'Reset a password',
      description:
        'All sessions end. Passkeys, the second factor, sign-in providers and API tokens that are newer than 30 days are removed, unless `keep` names them. Older ones remain.',
      body: ResetPasswordBody,
      response: null,
      isSecret: true,
    },
    async ({ body: { token, password, keep = [] }, request }) =>
      resetPassword(accountParts, { token, password, keep, revokeTokens: revokeFor(request, 'resetPassword') }),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/password-reset/preview',
      operationId: 'previewPasswordReset',
      summary: 'Preview a password reset',
      description: 'Lists what the reset removes. It changes nothing, and the link stays valid.',
      body: PreviewPasswordResetBody,
      response: PasswordResetPreview,
      isSecret: true,
    },
    async ({ body }) => {
      const { accountId, since, ...recent } = await previewPasswordReset(accountParts, body)
      const tokens = await listTokensOf(accountParts.db, { accountId, since })
      return { ...recent, tokens: tokens.map(({ name, createdAt }) => ({ name, createdAt: toTimestamp(createdAt) })) }
    },
  )
  account.public(
    {
      method: 'POST',
      url: '/account/undo',
      operationId: 'undoChange',
      summary: 'Undo a change of an account',
      description:
        'Takes the token of the link in an e-mail about a change, for seven days. Restores the e-mail address, password, second factor, passkeys and sign-in providers from before the change, revokes API tokens that the account created since, and ends all sessions.',
      body: UndoChangeBody,
      response: null,
    },
    async ({ body: { token }, request }) =>
      undoChange(accountParts, { token, revokeTokens: revokeFor(request, 'undoChange') }),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/email/confirm',
      operationId: 'confirmEmailChange',
      summary: 'Confirm a new e-mail address',
      description:
        'Takes the token of the link in the e-mail to the new address. The change takes effect when the old mailbox approves it, or after seven days.',
      body: ConfirmEmailBody,
      response: null,
    },
    async ({ body }) => confirmEmailChange(accountParts, body.token),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/email/approve',
      operationId: 'approveEmailChange',
      summary: 'Approve a new e-mail address',
      description: 'Takes the token of the link in the e-mail to the old address. The new address takes effect now.',
      body: ConfirmEmailBody,
      response: null,
    },
    async ({ body }) => approveEmailChange(accountParts, body.token),
  )
}

function revokeFor({ identity: { address }, id: requestId }: FastifyRequest, action: string): RevokeTokens {
  return (tx, tokens) => revokeTokensOf(tx, { ...tokens, action, address, requestId })
}
