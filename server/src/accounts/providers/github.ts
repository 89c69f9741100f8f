import { AppError } from '../../errors.ts'
import { exchangeCode, fetchProfile } from './fetch-profile.ts'
import type { SignInProvider } from './provider.ts'

const GITHUB = new URL('https://github.com')
const API = new URL('https://api.github.com')

export function createGithub({
  clientId,
  clientSecret,
  url,
}: {
  clientId: string
  clientSecret: string
  url?: URL
}): SignInProvider {
  return {
    label: 'GitHub',
    authorizeUrl({ state, codeChallenge, redirectUri }) {
      const page = new URL('/login/oauth/authorize', url ?? GITHUB)
      page.search = new URLSearchParams({
        client_id: clientId,
        scope: 'user:email',
        state,
        redirect_uri: redirectUri,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }).toString()
      return page
    },
    async fetchPerson(grant) {
      const token = await exchangeCode(
        new URL('/login/oauth/access_token', url ?? GITHUB),
        { clientId, clientSecret },
        grant,
      )
      const { id, login, name } = await fetchProfile(token, new URL('/user', url ?? API))
      // The address in the profile is not verified; this list tells which addresses are.
      const emails: unknown = await fetchProfile(token, new URL('/user/emails', url ?? API))
      if (typeof id !== 'number' || typeof login !== 'string') {
        throw new AppError('sign_in_failed', 'GitHub returned no profile. Try again')
      }
      return {
        subject: String(id),
        name: typeof name === 'string' && name !== '' ? name : login,
        email: primaryOf(emails),
      }
    },
  }
}

function primaryOf(emails: unknown): string | null {
  if (!Array.isArray(emails)) return null
  const list = emails as { email?: unknown; primary?: unknown; verified?: unknown }[]
  const primary = list.find((entry) => entry.primary === true && entry.verified === true)
  return typeof primary?.email === 'string' ? primary.email : null
}
