import { createManageClient } from '@quartermaster/sdk'
import { AppError } from '../../errors.ts'
import type { Prompt } from './prompt.ts'

/** A person can try again, and a store without SECRET_KEYS refuses an Idempotency-Key here. */
const WITHOUT_KEY = { idempotencyKey: null }

/** Prompts for e-mail address, password and, if the account has a second factor, a code. Returns the session token. */
export async function signIn({ ask, askSecret }: Pick<Prompt, 'ask' | 'askSecret'>, url: string): Promise<string> {
  const manage = createManageClient({ url })
  const email = (await ask('E-mail address: ')).trim()
  const password = await askSecret('Password: ')
  const result = await manage.signIn({ email, password, sessionType: 'token' }, WITHOUT_KEY)
  const session = result.challenge === null ? result.session : await sendCode(result.challenge)
  if (session?.token) return session.token
  throw new AppError('unauthorized', `${url} returned no session. Check that it runs the same version as this program.`)

  async function sendCode(challenge: string) {
    const code = (await ask('Code of your authenticator app, or a recovery code: ')).trim()
    return manage.verifySecondFactor({ challenge, code, sessionType: 'token' }, WITHOUT_KEY)
  }
}
