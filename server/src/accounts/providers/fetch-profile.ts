import { AppError } from '../../errors.ts'

const TIMEOUT_MS = 10_000

type Client = { clientId: string; clientSecret: string }
type AuthorizationGrant = { code: string; verifier: string; redirectUri: string }

/** Exchanges the authorization code for an access token. */
export async function exchangeCode(
  url: URL,
  { clientId, clientSecret }: Client,
  { code, verifier, redirectUri }: AuthorizationGrant,
): Promise<string> {
  const { access_token: token } = await call(url, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }),
  })
  if (typeof token !== 'string' || token === '')
    throw new AppError('sign_in_failed', 'Signing in with the provider failed. Start again')
  return token
}

export async function fetchProfile(token: string, url: URL): Promise<Record<string, unknown>> {
  return call(url, { headers: { authorization: `Bearer ${token}` } })
}

type Request = { method?: 'POST'; body?: URLSearchParams; headers?: Record<string, string> }

async function call(url: URL, { headers = {}, ...request }: Request): Promise<Record<string, unknown>> {
  const { status, text } = await send(url, {
    ...request,
    headers: { accept: 'application/json', 'user-agent': 'Quartermaster', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unavailable(url, error)
  })
  if (status >= 500) throw unavailable(url)
  try {
    if (status === 200) return JSON.parse(text) as Record<string, unknown>
  } catch {
    // Neither provider returns this.
  }
  throw new AppError('sign_in_failed', 'Signing in with the provider failed. Start again')
}

async function send(url: URL, request: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, request)
  return { status: response.status, text: await response.text() }
}

function unavailable(url: URL, cause?: unknown): AppError {
  return new AppError('unavailable', `${url.host} is not reachable. Try again in a moment`, { cause, retryAfter: 5 })
}
