import {
  ConnectSignInProviderBody,
  SignInProviderList,
  SignInRedirect,
  SignInResult,
  SignInWithProviderBody,
} from '@quartermaster/contract/manage-account'
import { unlinkProvider } from '../../../accounts/providers/link-provider.ts'
import { type ProviderName, PROVIDERS } from '../../../accounts/providers/provider.ts'
import {
  startProviderFlow,
  connectProvider,
  finishProviderSignIn,
} from '../../../accounts/sign-in/sign-in-with-provider.ts'
import { AppError } from '../../../errors.ts'
import type { ManageApi } from '../manage-api.ts'
import { RECENT_AUTHENTICATION_ERRORS, sessionOf } from './my-account.ts'
import { originOf, returnSignIn } from './session-cookie.ts'

export function signInProviderRoutes({ parts: { accountParts, publicUrl }, account }: ManageApi): void {
  account.public(
    {
      method: 'GET',
      url: '/account/providers',
      operationId: 'listSignInProviders',
      summary: 'List the sign-in providers',
      description: 'The providers that this platform has configured.',
      response: SignInProviderList,
    },
    async () => ({
      items: PROVIDERS.flatMap((provider) => {
        const configured = accountParts.providers[provider]
        return configured ? [{ provider, label: configured.label }] : []
      }),
    }),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/providers/:provider/start',
      operationId: 'startProviderSignIn',
      summary: 'Start signing in with Discord or GitHub',
      description:
        'Send the browser to `url`. It returns to a page of the store with `state` and `code`, which you send with the ticket to sign in.',
      response: SignInRedirect,
      isSecret: true,
    },
    async ({ params }) => startProviderFlow(accountParts, { provider: readProvider(params.provider), accountId: null }),
  )
  account.public(
    {
      method: 'POST',
      url: '/account/provider-sign-in',
      operationId: 'signInWithProvider',
      summary: 'Sign in with Discord or GitHub',
      description:
        'Creates an account if the provider has verified the e-mail address and no account has it. An existing account is never opened by its e-mail address: sign in to it and connect the provider.',
      body: SignInWithProviderBody,
      response: SignInResult,
      isSecret: true,
    },
    async ({ body: { ticket, state, code, sessionType }, request, reply }) => {
      const result = await finishProviderSignIn(accountParts, {
        ticket,
        state,
        code,
        ...originOf(request, accountParts.publicUrl),
      })
      return returnSignIn(reply, result, { publicUrl, sessionType })
    },
  )
  account.signedIn(
    {
      method: 'POST',
      url: '/account/providers/:provider/connect',
      operationId: 'startSignInProviderConnection',
      summary: 'Start connecting Discord or GitHub to your account',
      response: SignInRedirect,
      isSecret: true,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, params }) =>
      startProviderFlow(accountParts, { provider: readProvider(params.provider), accountId: caller.accountId }),
  )
  account.signedIn(
    {
      method: 'POST',
      url: '/account/provider-connections',
      operationId: 'connectSignInProvider',
      summary: 'Connect Discord or GitHub to your account',
      description: 'Send the `state` and `code` with which the browser returned, and the ticket.',
      body: ConnectSignInProviderBody,
      response: null,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, body }) => {
      await connectProvider(accountParts, { ...body, ...sessionOf(caller) })
    },
  )
  account.signedIn(
    {
      method: 'DELETE',
      url: '/account/providers/:provider',
      operationId: 'disconnectSignInProvider',
      summary: 'Disconnect Discord or GitHub from your account',
      response: null,
      requiresRecentAuthentication: true,
      errors: RECENT_AUTHENTICATION_ERRORS,
    },
    async ({ caller, params }) => {
      await unlinkProvider(accountParts, { ...sessionOf(caller), provider: readProvider(params.provider) })
    },
  )
}

function readProvider(text: string): ProviderName {
  const provider = PROVIDERS.find((name) => name === text)
  if (!provider) throw new AppError('not_found', 'No such sign-in provider.')
  return provider
}
