import {
  ProviderConnectBody,
  ProviderList,
  SignInRedirect,
  ProviderSignInBody,
} from '@quartermaster/contract/manage-account'
import { unlinkProvider } from '../../../accounts/providers/link-provider.ts'
import { type ProviderName, PROVIDERS } from '../../../accounts/providers/provider.ts'
import {
  startProviderFlow,
  connectProvider,
  finishProviderSignIn,
} from '../../../accounts/sign-in/sign-in-with-provider.ts'
import { AppError } from '../../../errors.ts'
import type { Surface } from '../surface.ts'
import { sessionOf, PROOF } from './my-account.ts'
import { answerSignIn, originOf } from './session-cookie.ts'

export function signInProviderRoutes({ parts: { people, publicUrl }, account, publish }: Surface): void {
  publish(ProviderList, SignInRedirect)

  account.open(
    {
      method: 'GET',
      url: '/account/providers',
      operationId: 'listSignInProviders',
      summary: 'Where else one can sign in from',
      answer: 'ProviderList',
    },
    async () => ({
      items: PROVIDERS.flatMap((provider) => {
        const found = people.providers[provider]
        return found ? [{ provider, label: found.label }] : []
      }),
    }),
  )
  account.open(
    {
      method: 'POST',
      url: '/account/providers/:provider/start',
      operationId: 'startProviderSignIn',
      summary: 'Begin to sign in with Discord or GitHub',
      description: 'Come back with what the provider adds to the address of our page, and with the ticket.',
      answer: 'SignInRedirect',
      secret: true,
    },
    async ({ params }) => startProviderFlow(people, { provider: readProvider(params.provider), accountId: null }),
  )
  account.open(
    {
      method: 'POST',
      url: '/account/provider-sign-in',
      operationId: 'signInWithProvider',
      summary: 'Sign in with what Discord or GitHub answered',
      description:
        'Opens an account for an address that the provider has confirmed and nobody has here. An account that is there is never opened by its address: sign in and connect.',
      body: ProviderSignInBody,
      answer: 'SignInResult',
      secret: true,
    },
    async ({ body: { ticket, state, code, ...delivery }, request, reply }) => {
      const result = await finishProviderSignIn(people, { ticket, state, code, ...originOf(request) })
      return answerSignIn(reply, result, { publicUrl, ...delivery })
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/providers/:provider/connect',
      operationId: 'startProviderConnection',
      summary: 'Begin to connect Discord or GitHub to your account',
      answer: 'SignInRedirect',
      secret: true,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, params }) => {
      return startProviderFlow(people, { provider: readProvider(params.provider), accountId: person.accountId })
    },
  )
  account.mine(
    {
      method: 'POST',
      url: '/account/provider-connections',
      operationId: 'connectProvider',
      summary: 'Connect what Discord or GitHub answered to your account',
      body: ProviderConnectBody,
      answer: null,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, body }) => {
      await connectProvider(people, { ...sessionOf(person), ...body })
    },
  )
  account.mine(
    {
      method: 'DELETE',
      url: '/account/providers/:provider',
      operationId: 'disconnectProvider',
      summary: 'No longer sign in with Discord or GitHub',
      answer: null,
      proof: true,
      refusals: PROOF,
    },
    async ({ person, params }) => {
      await unlinkProvider(people, { ...sessionOf(person), provider: readProvider(params.provider) })
    },
  )
}

function readProvider(text: string): ProviderName {
  const found = PROVIDERS.find((provider) => provider === text)
  if (!found) throw new AppError('not_found', 'This way to sign in is not set up here')
  return found
}
