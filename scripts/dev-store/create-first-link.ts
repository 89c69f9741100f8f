import { createSignUpLink } from '../../server/src/accounts/sign-in/sign-up.ts'
import { AppError } from '../../server/src/errors.ts'

type Parts = Parameters<typeof createSignUpLink>[0]

export const OWNER_EMAIL = 'you@vale.example'

/** The link to the first account. In a database that has the account already, the sign-in. */
export async function createFirstLink(db: Parts['db'], { publicUrl }: { publicUrl: string }): Promise<string> {
  try {
    return await createSignUpLink({ db, publicUrl }, { email: OWNER_EMAIL })
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return publicUrl
    throw error
  }
}
