export const PROVIDERS = ['discord', 'github'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** A person's profile at a provider. `email` is null unless the provider has verified it. */
export type Person = { subject: string; name: string; email: string | null }

export type SignInProvider = {
  label: string
  authorizeUrl: (request: { state: string; codeChallenge: string; redirectUri: string }) => URL
  /** Throws `sign_in_failed` if the provider rejects the code, and `unavailable` if it does not respond. */
  fetchPerson: (grant: { code: string; verifier: string; redirectUri: string }) => Promise<Person>
}

/** Only the configured ones. */
export type SignInProviders = Partial<Record<ProviderName, SignInProvider>>
