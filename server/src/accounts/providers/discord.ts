import { AppError } from '../../errors.ts'
import { exchangeCode, fetchProfile } from './fetch-profile.ts'
import type { SignInProvider } from './provider.ts'

const DISCORD = new URL('https://discord.com')

export function createDiscord({
  clientId,
  clientSecret,
  url = DISCORD,
}: {
  clientId: string
  clientSecret: string
  url?: URL
}): SignInProvider {
  return {
    label: 'Discord',
    authorizeUrl({ state, codeChallenge, redirectUri }) {
      const page = new URL('/oauth2/authorize', url)
      page.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        scope: 'identify email',
        state,
        redirect_uri: redirectUri,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }).toString()
      return page
    },
    async fetchPerson(grant) {
      const token = await exchangeCode(new URL('/api/oauth2/token', url), { clientId, clientSecret }, grant)
      const user = await fetchProfile(token, new URL('/api/users/@me', url))
      const { id, username, global_name: displayName, email, verified } = user
      if (typeof id !== 'string' || typeof username !== 'string') {
        throw new AppError('sign_in_failed', 'Discord returned no profile. Try again')
      }
      return {
        subject: id,
        name: typeof displayName === 'string' && displayName !== '' ? displayName : username,
        email: verified === true && typeof email === 'string' ? email : null,
      }
    },
  }
}
