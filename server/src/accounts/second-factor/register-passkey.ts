import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { inAccounts } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { type AccountId, newId, type PasskeyId } from '../../ids.ts'
import { requireLine } from '../../text.ts'
import { type AccountCaller, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { takeSnapshot } from '../recovery/access-snapshot.ts'
import { notifyChange } from '../recovery/notify-change.ts'
import { openChallenge, consumeChallenge } from './challenges.ts'
import { ALGORITHMS, relyingParty } from './passkey.ts'

const MAX_PASSKEYS = 20
/** In bytes, defined by the WebAuthn standard. */
const [MIN_ID_LENGTH, MAX_ID_LENGTH] = [16, 1023]

/** Returns the options that the browser needs to create a passkey. */
export async function startPasskeyRegistration(
  { db, sealer, publicUrl }: AccountParts,
  { accountId, email, name }: { accountId: AccountId; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const known = await db
    .selectFrom('account_passkeys')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .execute()
  const options = await generateRegistrationOptions({
    rpName: 'Quartermaster',
    rpID: relyingParty(publicUrl).rpId,
    userName: email,
    userDisplayName: name,
    userID: Buffer.from(accountId.replaceAll('-', ''), 'hex'),
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({
      id: id.toString('base64url'),
      transports,
    })),
    supportedAlgorithmIDs: ALGORITHMS,
    // A passkey replaces password and second factor, so it must be discoverable and verify its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await openChallenge(db, { kind: 'passkey_register', accountId, sealer, token: options.challenge })
  return options
}

export async function finishPasskeyRegistration(
  parts: AccountParts,
  { name, response, ...caller }: AccountCaller & { name: string; response: RegistrationResponseJSON },
): Promise<PasskeyId> {
  const { accountId } = caller
  const { db, sealer, publicUrl } = parts
  const passkey = await verify(parts, { accountId, response })
  const id = newId<PasskeyId>()
  await inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, caller)
    const before = await takeSnapshot(tx, account.id)
    const { count } = await tx
      .selectFrom('account_passkeys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_PASSKEYS)
      throw new AppError('conflict', `An account can have ${MAX_PASSKEYS} passkeys. Delete one first`)
    const added = await tx
      .insertInto('account_passkeys')
      .values({
        id,
        account_id: accountId,
        name: requireLine('The name', name, { max: 100 }),
        last_used_at: null,
        ...passkey,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new AppError('conflict', 'This passkey is already registered')
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'passkey_added', account, before })
  })
  return id
}

async function verify(
  { db, sealer, publicUrl }: AccountParts,
  { accountId, response }: { accountId: AccountId; response: RegistrationResponseJSON },
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { rpId, origin } = relyingParty(publicUrl)
  const isExpected = async (token: string) =>
    (await consumeChallenge(db, { kind: 'passkey_register', token, sealer }))?.accountId === accountId
  // The package throws detailed errors, which are not shown to the caller.
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: isExpected,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error
    throw new AppError('invalid_request', 'This passkey can not be used. Start again', { cause: error })
  })
  if (!registrationInfo) throw new AppError('invalid_request', 'This passkey can not be used. Start again')
  const { credential, credentialBackedUp } = registrationInfo
  const credentialId = Buffer.from(credential.id, 'base64url')
  if (credentialId.length < MIN_ID_LENGTH || credentialId.length > MAX_ID_LENGTH) {
    throw new AppError('invalid_request', 'This passkey can not be used. Start again')
  }
  return {
    credential_id: credentialId,
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: (credential.transports ?? []).filter((transport) => /^[a-z-]{1,20}$/.test(transport)).slice(0, 10),
    backed_up: credentialBackedUp,
  }
}

export async function deletePasskey(
  { db, sealer, publicUrl }: AccountParts,
  { passkeyId, ...caller }: AccountCaller & { passkeyId: PasskeyId },
): Promise<void> {
  await inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, caller)
    const before = await takeSnapshot(tx, account.id)
    const deleted = await tx
      .deleteFrom('account_passkeys')
      .where('account_id', '=', caller.accountId)
      .where('id', '=', passkeyId)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw new AppError('not_found', 'There is no such passkey')
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'passkey_removed', account, before })
  })
}
