import {
  Account,
  ChangeEmailBody,
  ChangePasswordBody,
  MuteAlertBody,
  ReauthenticateBody,
  SetMutedAlertsBody,
  UpdateAccountBody,
} from '@quartermaster/contract/manage-account'
import { removeMember } from '../../../access/change-member.ts'
import { listMyStores } from '../../../access/list-my-stores.ts'
import { recordAudit } from '../../../access/record-audit.ts'
import type { AccountCaller } from '../../../accounts/account.ts'
import { closeAccount } from '../../../accounts/close-account.ts'
import { muteAlert, setMutedAlerts } from '../../../accounts/mail/muted-alerts.ts'
import { changeEmail } from '../../../accounts/recovery/change-email.ts'
import { changePassword } from '../../../accounts/recovery/change-password.ts'
import { reauthenticate } from '../../../accounts/sessions/reauthenticate.ts'
import { renameAccount, showAccount } from '../../../accounts/show-account.ts'
import { type AccountsTx, inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { formatId } from '../../../ids.ts'
import type { SignedInAccount } from '../guard.ts'
import type { ManageApi } from '../manage-api.ts'
import type { ManageParts } from '../manage-parts.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { deleteSessionCookie } from './session-cookie.ts'

/** More stores than one account has. */
const MAX_STORES = 1_000

export const RECENT_AUTHENTICATION_ERRORS = {
  403: 'Call `/account/reauthenticate` first, or you used an API token, which cannot do this.',
}

export function myAccountRoutes({ parts, account }: ManageApi): void {
  const { accountParts, publicUrl } = parts

  account.signedIn(
    { method: 'GET', url: '/account', operationId: 'getAccount', summary: 'Get your account', response: Account },
    async ({ caller }) => accountToWire(parts, caller),
  )
  account.signedIn(
    {
      method: 'PATCH',
      url: '/account',
      operationId: 'updateAccount',
      summary: 'Update your account',
      body: UpdateAccountBody,
      response: Account,
    },
    async ({ caller, body }) => {
      await renameAccount(accountParts.db, { accountId: caller.accountId, name: body.name })
      return accountToWire(parts, caller)
    },
  )
  account.signedIn(
    {
      method: 'PUT',
      url: '/account/alerts',
      operationId: 'setMutedAlerts',
      summary: 'Choose which alerts you do not get',
      body: SetMutedAlertsBody,
      response: null,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller: { accountId }, body }) => setMutedAlerts(accountParts.db, { accountId, muted: body.mutedAlerts }),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/alerts/mute',
      operationId: 'muteAlert',
      summary: 'Stop alerts of a kind',
      description: 'Takes the token of the link in an alert. It needs no session, and works more than once.',
      body: MuteAlertBody,
      response: null,
    },
    async ({ body }) => muteAlert(accountParts.db, { sealer: accountParts.sealer, token: body.token }),
  )
  account.signedIn(
    {
      method: 'DELETE',
      url: '/account',
      operationId: 'closeAccount',
      summary: 'Close your account',
      description:
        'You leave every store, and the API tokens that you created are revoked. If you own a store, transfer it first. This cannot be undone.',
      response: null,
      isSecret: true,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, request, reply }) => {
      await leaveStores(parts, caller, { address: request.identity.address, requestId: request.id })
      await closeAccount(accountParts, { ...sessionOf(caller), requireClosable: (tx) => requireNoStore(tx, caller) })
      deleteSessionCookie(reply, publicUrl)
    },
  )
  account.signedIn(
    {
      method: 'POST',
      url: '/account/reauthenticate',
      operationId: 'reauthenticate',
      summary: 'Reauthenticate',
      description:
        'Sensitive changes require that you authenticated within the last ten minutes. Signing in counts too. Send `code` if you have a second factor.',
      body: ReauthenticateBody,
      response: null,
      isSecret: true,
      isPerSession: true,
    },
    async ({ caller, body }) => {
      await reauthenticate(accountParts, { session: caller, password: body.password, code: body.code ?? null })
    },
  )
  account.signedIn(
    {
      method: 'PUT',
      url: '/account/password',
      operationId: 'changePassword',
      summary: 'Change your password',
      description: 'Your other sessions end.',
      body: ChangePasswordBody,
      response: null,
      isSecret: true,
      isPerSession: true,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, body }) => {
      await changePassword(accountParts, { session: caller, password: body.password })
    },
  )
  account.signedIn(
    {
      method: 'PUT',
      url: '/account/email',
      operationId: 'changeEmail',
      summary: 'Change your e-mail address',
      description:
        'Sends a link to the new address. After it is confirmed, the old address gets a link as well: the change takes effect when the old mailbox approves it, or after seven days. The response is the same if the address belongs to another account.',
      body: ChangeEmailBody,
      response: null,
      status: 202,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, body }) => {
      await changeEmail(accountParts, { ...sessionOf(caller), email: body.email })
    },
  )
}

/** Use cases check the session again, so that a session that ends during a request changes nothing. */
export function sessionOf({ accountId, sessionId }: SignedInAccount): AccountCaller {
  return { accountId, sessionId }
}

async function accountToWire({ accountParts }: ManageParts, { accountId, isRecentlyAuthenticated }: SignedInAccount) {
  const { id, createdAt, totpEnabledAt, ...rest } = await showAccount(accountParts.db, accountId)
  return {
    ...rest,
    id: formatId('acc', id),
    totpEnabledAt: toNullableTimestamp(totpEnabledAt),
    createdAt: toTimestamp(createdAt),
    isRecentlyAuthenticated,
  }
}

async function leaveStores(
  { app, accounts }: ManageParts,
  { accountId, email }: SignedInAccount,
  origin: { address: string; requestId: string },
): Promise<void> {
  const stores = await listMyStores(accounts, { accountId, limit: MAX_STORES })
  const owned = stores.find(({ role }) => role === 'owner')
  if (owned) {
    throw new AppError(
      'conflict',
      `You own the store ${owned.name}. Give another member the role owner, then leave it.`,
    )
  }
  for (const { id: storeId } of stores) {
    await inStore(app, storeId, async (tx) => {
      await removeMember(tx, { storeId, accountId })
      const actor = { kind: 'member', id: accountId, name: email } as const
      const subject = formatId('acc', accountId)
      await recordAudit(tx, { storeId, actor, action: 'closeAccount', subject, details: {}, ...origin })
    })
  }
}

async function requireNoStore(tx: AccountsTx, { accountId }: SignedInAccount): Promise<void> {
  const [store] = await listMyStores(tx, { accountId, limit: 1 })
  if (store) throw new AppError('conflict', `You have just joined the store ${store.name}. Leave it first.`)
}
