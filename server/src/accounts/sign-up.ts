import { type AccountsTx, inAccounts } from '../db/database.ts'
import type { AccountParts, Origin } from './account-parts.ts'
import { addMail } from './add-mail.ts'
import { answerEvenly } from './answer-evenly.ts'
import { createAccount } from './create-account.ts'
import { readEmailAddress } from './email-address.ts'
import { newLink, requireLink, useLink } from './links.ts'
import { confirmMail, takenMail } from './mail-texts.ts'
import { requireGoodPassword } from './passwords.ts'
import { type StartedSession, startSession } from './session.ts'
import { mayTry, placeOf, takeAttempt } from './throttle.ts'
import './account.ts'

/**
 * Sends a mail and says nothing else: whether the address is taken only its owner learns. There is no account before the
 * mail was read, and the password is chosen then: nobody can prepare an account for another's address.
 */
export async function signUp(
  { db, sealer, publicUrl, evenMs }: AccountParts,
  { email, address }: { email: string } & Pick<Origin, 'address'>,
): Promise<void> {
  const to = readEmailAddress(email)
  await takeAttempt(db, { kind: 'mail_from', key: placeOf(address) })
  await answerEvenly(evenMs, async () => {
    if (!(await mayTry(db, { kind: 'mail_to', key: `confirm ${to}` }))) return
    await inAccounts(db, async (tx) => {
      const mail = (await isTaken(tx, to))
        ? takenMail({ to, publicUrl })
        : confirmMail({ to, publicUrl, token: await newLink(tx, { kind: 'confirm', accountId: null, email: to }) })
      await addMail(tx, { sealer, mail })
    })
  })
}

async function isTaken(tx: AccountsTx, email: string): Promise<boolean> {
  return (await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

/** The mail was read: the account begins, signed in. */
export async function confirmEmail(
  { db, passwords }: AccountParts,
  { token, name, password, ...origin }: { token: string; name: string; password: string } & Origin,
): Promise<StartedSession> {
  const { email } = await requireLink(db, { kind: 'confirm', token })
  requireGoodPassword(password, { email })
  const passwordHash = await passwords.hash(password)
  return inAccounts(db, async (tx) => {
    await useLink(tx, { kind: 'confirm', token })
    const accountId = await createAccount(tx, { email, name, passwordHash })
    return startSession(tx, { accountId, ...origin })
  })
}
