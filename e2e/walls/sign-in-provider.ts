import type { SignInProvider } from '../../server/src/accounts/providers/provider.ts'

/** GitHub, as far as it is needed: the code that it answers is the person's own id there. */
export const FAKE_GITHUB: SignInProvider = {
  label: 'GitHub',
  authorizeUrl: ({ state }) => new URL(`https://github.example/login?state=${encodeURIComponent(state)}`),
  fetchPerson: async ({ code }) => ({ subject: code, name: 'Ana', email: `${code}@github.example` }),
}
