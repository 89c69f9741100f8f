import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { lockAccount } from '../account.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { openChallenge, consumeChallenge } from '../second-factor/challenges.ts'
import { relyingParty } from '../second-factor/passkey.ts'
import type { NewSession } from '../sessions/session.ts'
import { openSession } from './open-session.ts'
import { networkOf } from '../../network-of.ts'
import { refundAttempt, countAttempt } from './throttle.ts'

/** The options do not depend on the account: the browser lets the person choose a passkey. */
export async function startPasskeySignIn({
  db,
  sealer,
  publicUrl,
}: AccountParts): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(publicUrl).rpId,
    userVerification: 'required',
  })
  await openChallenge(db, { kind: 'passkey_sign_in', accountId: null, sealer, token: options.challenge })
  return options
}

/** A passkey counts as two factors, so no code is required. */
export async function finishPasskeySignIn(
  parts: AccountParts,
  { response, ...origin }: { response: AuthenticationResponseJSON } & Origin,
): Promise<NewSession> {
  const { db, sealer } = parts
  const network = { kind: 'address', key: networkOf(origin.address) } as const
  await countAttempt(db, network)
  // Outside the transaction: the challenge must be deleted even if the rest fails, and a transaction must not need a second connection.
  const token = challengeIn(response)
  const consumed = await consumeChallenge(db, { kind: 'passkey_sign_in', token, sealer })
  const isExpected = (challenge: string) => consumed !== undefined && challenge === token
  const session = await inAccounts(db, async (tx) => {
    const passkey = await lockPasskey(tx, Buffer.from(response.id, 'base64url'))
    const account = await lockAccount(tx, passkey.account_id)
    await verifyResponse(tx, parts, { response, passkey, isExpected })
    return openSession(tx, parts, { account, ...origin })
  })
  await refundAttempt(db, network)
  return session
}

type Passkey = Awaited<ReturnType<typeof lockPasskey>>

/** Locks the passkey, so that two concurrent uses can't have the same counter. */
async function lockPasskey(tx: AccountsTx, credentialId: Buffer) {
  const passkey = await tx
    .selectFrom('account_passkeys')
    .select(['id', 'account_id', 'credential_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) throw rejected()
  return passkey
}

async function verifyResponse(
  tx: AccountsTx,
  { publicUrl }: AccountParts,
  {
    response,
    passkey,
    isExpected,
  }: { response: AuthenticationResponseJSON; passkey: Passkey; isExpected: (challenge: string) => boolean },
): Promise<void> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { rpId, origin } = relyingParty(publicUrl)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isExpected,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
    },
  }).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error
    throw rejected(error)
  })
  if (!verified) throw rejected()
  await tx
    .updateTable('account_passkeys')
    .set({
      sign_count: authenticationInfo.newCounter,
      backed_up: authenticationInfo.credentialBackedUp,
      last_used_at: sql<Date>`now()`,
    })
    .where('id', '=', passkey.id)
    .execute()
}

/** The challenge that the authenticator claims to have signed; it is verified later. */
function challengeIn({ response }: AuthenticationResponseJSON): string {
  try {
    const clientData = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof clientData.challenge === 'string' ? clientData.challenge : ''
  } catch (error) {
    throw rejected(error)
  }
}

function rejected(cause?: unknown): AppError {
  return new AppError('sign_in_failed', 'This passkey is not registered here. Sign in another way', { cause })
}
