import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { lockAccount } from '../account.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { openChallenge, consumeChallenge } from '../second-factor/challenges.ts'
import { relyingParty } from '../second-factor/passkey.ts'
import { type NewSession, startSession } from '../sessions/session.ts'
import { refundAttempt, networkOf, countAttempt } from './throttle.ts'

/** The same for everybody: the browser asks its owner which passkey to use. */
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

/** A passkey is two factors: the device, and what unlocks it. No code is asked for besides. */
export async function finishPasskeySignIn(
  parts: AccountParts,
  { response, ...origin }: { response: AuthenticationResponseJSON } & Origin,
): Promise<NewSession> {
  const { db, sealer } = parts
  const place = { kind: 'address', key: networkOf(origin.address) } as const
  await countAttempt(db, place)
  // On its own and first: it must be gone even when what follows fails, and whoever holds a connection asks for no second.
  const token = challengeIn(response)
  const taken = await consumeChallenge(db, { kind: 'passkey_sign_in', token, sealer })
  const isOurs = (given: string) => taken !== undefined && given === token
  const session = await inAccounts(db, async (tx) => {
    const passkey = await lockPasskey(tx, Buffer.from(response.id, 'base64url'))
    const account = await lockAccount(tx, passkey.account_id)
    await useAnswer(tx, parts, { response, passkey, isOurs })
    return startSession(tx, { accountId: account.id, ...origin })
  })
  await refundAttempt(db, place)
  return session
}

type Passkey = Awaited<ReturnType<typeof lockPasskey>>

/** Locked, so that a counter that stands still is seen when two copies of a key are used at once. */
async function lockPasskey(tx: AccountsTx, credentialId: Buffer) {
  const passkey = await tx
    .selectFrom('account_passkeys')
    .select(['id', 'account_id', 'credential_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) throw refused()
  return passkey
}

async function useAnswer(
  tx: AccountsTx,
  { publicUrl }: AccountParts,
  {
    response,
    passkey,
    isOurs,
  }: { response: AuthenticationResponseJSON; passkey: Passkey; isOurs: (given: string) => boolean },
): Promise<void> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { rpId, origin } = relyingParty(publicUrl)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isOurs,
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
    throw refused(error)
  })
  if (!verified) throw refused()
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

/** What the authenticator says it has signed; whether it has is checked afterwards. */
function challengeIn({ response }: AuthenticationResponseJSON): string {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof said.challenge === 'string' ? said.challenge : ''
  } catch (error) {
    throw refused(error)
  }
}

function refused(cause?: unknown): AppError {
  return new AppError('sign_in_failed', 'This passkey opens no account here', { cause })
}
