import {
  Account,
  AccountEdit,
  EmailBody,
  PasswordBody,
  ReauthenticateBody,
} from '@quartermaster/contract/manage-account'
import { removeMember } from '../../../access/change-member.ts'
import { listMyStores } from '../../../access/list-my-stores.ts'
import { recordAudit } from '../../../access/record-audit.ts'
import type { AccountCaller } from '../../../accounts/account.ts'
import { changeEmail } from '../../../accounts/recovery/change-email.ts'
import { changePassword } from '../../../accounts/recovery/change-password.ts'
import { closeAccount } from '../../../accounts/close-account.ts'
import { reauthenticate } from '../../../accounts/sessions/reauthenticate.ts'
import { renameAccount, showAccount } from '../../../accounts/show-account.ts'
import { type AccountsTx, inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { formatId } from '../../../ids.ts'
import type { Person } from '../guard.ts'
import type { ManageParts } from '../manage-parts.ts'
import { moment, momentOrNull } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { dropCookie } from './session-cookie.ts'

/** More stores than anybody runs. */
const MOST_STORES = 1_000

export function myAccountRoutes({ parts, account, publish }: Surface): void {
  const { people, publicUrl } = parts
  publish(Account)

  account.mine(
    { method: 'GET', url: '/account', operationId: 'getAccount', summary: 'Your account', answer: 'Account' },
    async ({ person }) => accountToWire(parts, person),
  )
  account.mine(
    {
      method: 'PATCH',
      url: '/account',
      operationId: 'updateAccount',
      summary: 'Change your name',
      body: AccountEdit,
      answer: 'Account',
    },
    async ({ person, body }) => {
      await renameAccount(people.db, { accountId: person.accountId, name: body.name })
      return accountToWire(parts, person)
    },
  )
  account.mine(
    {
      method: 'DELETE',
      url: '/account',
      operationId: 'closeAccount',
      summary: 'Close your account, for ever',
      description: 'You leave every store; the tokens you made there end. Stores that you own are handed over first.',
      answer: null,
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, request, reply }) => {
      await leaveStores(parts, person, { address: request.ip, requestId: request.id })
      await closeAccount(people, { ...sessionOf(person), requireClosable: (tx) => requireNoStore(tx, person) })
      dropCookie(reply, publicUrl)
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/reauthenticate',
      operationId: 'reauthenticate',
      summary: 'Prove again who you are',
      description:
        'Some changes need a proof of the last ten minutes; signing in is one. `code` when you have a second factor.',
      body: ReauthenticateBody,
      answer: null,
      secret: true,
      ofSession: true,
    },
    async ({ person, body }) => {
      await reauthenticate(people, { session: person, password: body.password, code: body.code ?? null })
    },
  )
  account.mine(
    {
      method: 'PUT',
      url: '/account/password',
      operationId: 'changePassword',
      summary: 'Choose another password; other sessions end',
      body: PasswordBody,
      answer: null,
      secret: true,
      ofSession: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, body }) => {
      await changePassword(people, { session: person, password: body.password })
    },
  )
  account.mine(
    {
      method: 'PUT',
      url: '/account/email',
      operationId: 'changeEmail',
      summary: 'Move to another e-mail address',
      description:
        'Sends a mail there; nothing changes before its link is used. The answer is the same when the address is taken.',
      body: EmailBody,
      answer: null,
      status: 202,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, body }) => {
      await changeEmail(people, { ...sessionOf(person), email: body.email })
    },
  )
}

/** A session that was ended while it asked changes nothing. */
export function sessionOf({ accountId, sessionId }: Person): AccountCaller {
  return { accountId, sessionId }
}

export const PROOF = { 403: 'Prove again who you are first (`/account/reauthenticate`); or this is not for tokens' }

async function accountToWire({ people }: ManageParts, { accountId, isRecentlyAuthenticated }: Person) {
  const { id, createdAt, totpEnabledAt, ...rest } = await showAccount(people.db, accountId)
  return {
    id: formatId('acc', id),
    ...rest,
    totpEnabledAt: momentOrNull(totpEnabledAt),
    createdAt: moment(createdAt),
    isRecentlyAuthenticated,
  }
}

async function leaveStores(
  { app, accounts }: ManageParts,
  { accountId, email }: Person,
  origin: { address: string; requestId: string },
): Promise<void> {
  const stores = await listMyStores(accounts, { accountId, most: MOST_STORES })
  const owned = stores.find(({ role }) => role === 'owner')
  if (owned) throw new AppError('conflict', `You own ${owned.name}; make somebody else its owner and leave it first`)
  for (const { id: storeId } of stores) {
    await inStore(app, storeId, async (tx) => {
      await removeMember(tx, { storeId, accountId })
      const actor = { kind: 'member', id: accountId, name: email } as const
      const subject = formatId('acc', accountId)
      await recordAudit(tx, { storeId, actor, action: 'closeAccount', subject, details: {}, ...origin })
    })
  }
}

async function requireNoStore(tx: AccountsTx, { accountId }: Person): Promise<void> {
  const [store] = await listMyStores(tx, { accountId, most: 1 })
  if (store) throw new AppError('conflict', `You have just become a member of ${store.name}; leave it first`)
}
