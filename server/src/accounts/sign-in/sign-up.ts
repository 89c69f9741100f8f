import { AppError } from '../../errors.ts'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { requireMailBudget } from '../mail/mail-budget.ts'
import { respondAfterMinimumTime } from './respond-after-minimum-time.ts'
import { createAccount } from '../create-account.ts'
import { readEmailAddress } from '../email-address.ts'
import { createEmailLink, requireEmailLink, consumeEmailLink } from '../recovery/email-links.ts'
import { confirmMail, takenMail } from '../mail/mail-texts.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { type NewSession, startSession } from '../sessions/session.ts'
import { networkOf } from '../../network-of.ts'
import { mayAttempt, countAttempt } from './throttle.ts'

/**
 * Sends an e-mail. The response does not reveal whether the address is taken or invited. The account and its password are created
 * after the link is used, so an attacker can't prepare an account for another person's address.
 */
export async function signUp(
  { db, sealer, publicUrl, minimumMs, maySignUp }: AccountParts,
  { email, address }: { email: string } & Pick<Origin, 'address'>,
): Promise<void> {
  const to = readEmailAddress(email)
  await countAttempt(db, { kind: 'mail_from', key: networkOf(address) })
  await requireMailBudget(db, 'confirm')
  await respondAfterMinimumTime(minimumMs, async () => {
    if (!(await mayAttempt(db, { kind: 'mail_to', key: `confirm ${to}` }))) return
    await inAccounts(db, async (tx) => {
      const taken = await isTaken(tx, to)
      if (!taken && !(await maySignUp(tx, to))) return
      const mail = taken
        ? takenMail({ to, publicUrl })
        : confirmMail({
            to,
            publicUrl,
            token: await createEmailLink(tx, { kind: 'confirm', accountId: null, email: to }),
          })
      await addMail(tx, { sealer, mail })
    })
  })
}

/** A link to create an account without an e-mail, for the person who runs this installation. */
export async function createSignUpLink(
  { db, publicUrl }: Pick<AccountParts, 'db' | 'publicUrl'>,
  { email }: { email: string },
): Promise<string> {
  const address = readEmailAddress(email)
  return inAccounts(db, async (tx) => {
    if (await isTaken(tx, address))
      throw new AppError('conflict', `${address} already has an account. Sign in at ${publicUrl}/account/sign-in.`)
    const token = await createEmailLink(tx, { kind: 'confirm', accountId: null, email: address })
    return `${publicUrl}/account/confirm#token=${token}`
  })
}

async function isTaken(tx: AccountsTx, email: string): Promise<boolean> {
  return (await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

/** Creates the account and signs in. */
export async function confirmSignUp(
  { db, passwords }: AccountParts,
  { token, name, password, ...origin }: { token: string; name: string; password: string } & Origin,
): Promise<NewSession> {
  const { email } = await requireEmailLink(db, { kind: 'confirm', token })
  await requireGoodPassword(password, { email, name })
  const passwordHash = await passwords.hash(password)
  return inAccounts(db, async (tx) => {
    await consumeEmailLink(tx, { kind: 'confirm', token })
    const accountId = await createAccount(tx, { email, name, passwordHash })
    return startSession(tx, { accountId, ...origin })
  })
}
