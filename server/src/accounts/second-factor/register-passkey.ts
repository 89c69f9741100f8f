import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { inAccounts } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { type AccountId, newId, type PasskeyId } from '../../ids.ts'
import { requireLine } from '../../text.ts'
import { type Asker, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { openChallenge, consumeChallenge } from './challenges.ts'
import { noticeMail } from '../mail/mail-texts.ts'
import { ALGORITHMS, relyingParty } from './passkey.ts'

const MOST = 20
/** In bytes, by the standard. */
const [SHORTEST_ID, LONGEST_ID] = [16, 1023]

/** What the browser needs to make a passkey. */
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
    // It stands for password and second factor: it must be able to say who it is, and who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await openChallenge(db, { kind: 'passkey_register', accountId, sealer, token: options.challenge })
  return options
}

export async function finishPasskeyRegistration(
  parts: AccountParts,
  { name, response, ...asker }: Asker & { name: string; response: RegistrationResponseJSON },
): Promise<PasskeyId> {
  const { accountId } = asker
  const { db, sealer, publicUrl } = parts
  const passkey = await verify(parts, { accountId, response })
  const id = newId<PasskeyId>()
  await inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, asker)
    const { count } = await tx
      .selectFrom('account_passkeys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= MOST) throw new AppError('conflict', `An account has at most ${MOST} passkeys; remove one first`)
    const added = await tx
      .insertInto('account_passkeys')
      .values({
        id,
        account_id: accountId,
        name: requireLine('The name', name, { most: 100 }),
        last_used_at: null,
        ...passkey,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new AppError('conflict', 'This passkey is in use already')
    await addMail(tx, { sealer, mail: noticeMail('passkey_added', { to: account.email, publicUrl }) })
  })
  return id
}

async function verify(
  { db, sealer, publicUrl }: AccountParts,
  { accountId, response }: { accountId: AccountId; response: RegistrationResponseJSON },
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { rpId, origin } = relyingParty(publicUrl)
  const isOurs = async (token: string) =>
    (await consumeChallenge(db, { kind: 'passkey_register', token, sealer }))?.accountId === accountId
  // The package throws at whatever is not as it should be, and says more than a stranger needs.
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: isOurs,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error
    throw new AppError('invalid_request', 'This passkey cannot be used; begin again', { cause: error })
  })
  if (!registrationInfo) throw new AppError('invalid_request', 'This passkey cannot be used; begin again')
  const { credential, credentialBackedUp } = registrationInfo
  const credentialId = Buffer.from(credential.id, 'base64url')
  if (credentialId.length < SHORTEST_ID || credentialId.length > LONGEST_ID) {
    throw new AppError('invalid_request', 'This passkey cannot be used; begin again')
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
  { passkeyId, ...asker }: Asker & { passkeyId: PasskeyId },
): Promise<void> {
  await inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, asker)
    const removed = await tx
      .deleteFrom('account_passkeys')
      .where('account_id', '=', asker.accountId)
      .where('id', '=', passkeyId)
      .executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw new AppError('not_found', 'No such passkey')
    await addMail(tx, { sealer, mail: noticeMail('passkey_removed', { to: account.email, publicUrl }) })
  })
}
