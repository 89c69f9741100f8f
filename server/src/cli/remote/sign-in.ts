import { createManageClient } from '@quartermaster/sdk'
import { AppError } from '../../errors.ts'
import type { Asker } from './ask.ts'

/** Somebody sits here and can try again, and a store without SECRET_KEYS could not keep the answer. */
const ONCE = { idempotencyKey: null }

/** Asks for e-mail address and password, and for a code where the account needs one. Gives the token of a new session. */
export async function signIn({ ask, askSecret }: Pick<Asker, 'ask' | 'askSecret'>, url: string): Promise<string> {
  const manage = createManageClient({ url })
  const email = (await ask('E-mail address: ')).trim()
  const password = await askSecret('Password: ')
  const { session, challenge } = await manage.signIn({ email, password, sessionAs: 'token' }, ONCE)
  const started = challenge === null ? session : await giveCode(challenge)
  if (started?.token) return started.token
  throw new AppError('unauthorized', `${url} gave no session; is it a store of this version?`)

  async function giveCode(asked: string) {
    const code = (await ask('Code of your app, or a recovery code: ')).trim()
    return manage.verifySecondFactor({ challenge: asked, code, sessionAs: 'token' }, ONCE)
  }
}
