import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { api } from '../api/client.ts'

/** The API describes what browsers exchange as plain objects. */
type Options<Start extends (options: never) => unknown> = Parameters<Start>[0] extends { optionsJSON: infer Json }
  ? Json
  : never
type SignInResponse = Parameters<typeof api.signInWithPasskey>[0]['response']
type RegistrationResponse = Parameters<typeof api.finishPasskeyRegistration>[0]['response']

/** Fails if the person cancels, or if this device has no passkey for this address. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await api.startPasskeySignIn()
  const response = await startAuthentication({ optionsJSON: options as unknown as Options<typeof startAuthentication> })
  await api.signInWithPasskey({ response: response as unknown as SignInResponse, sessionType: 'cookie' })
}

export async function addPasskey(name: string): Promise<void> {
  const { options } = await api.startPasskeyRegistration()
  const response = await startRegistration({ optionsJSON: options as unknown as Options<typeof startRegistration> })
  await api.finishPasskeyRegistration({ name, response: response as unknown as RegistrationResponse })
}
