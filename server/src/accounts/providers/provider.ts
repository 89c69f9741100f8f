export const PROVIDERS = ['discord', 'github'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** Somebody as a provider knows him. `email` is there only when the provider has confirmed it. */
export type Person = { subject: string; name: string; email: string | null }

export type SignInProvider = {
  label: string
  authorizeUrl: (request: { state: string; codeChallenge: string; redirectUri: string }) => URL
  /** Throws sign_in_failed when the provider does not know the code, unavailable when it does not answer. */
  fetchPerson: (answer: { code: string; verifier: string; redirectUri: string }) => Promise<Person>
}

/** Only what is configured. */
export type SignInProviders = Partial<Record<ProviderName, SignInProvider>>
