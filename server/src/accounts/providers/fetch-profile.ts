import { AppError } from '../../errors.ts'

const TIME_LIMIT_MS = 10_000

type Client = { clientId: string; clientSecret: string }
type Answer = { code: string; verifier: string; redirectUri: string }

/** The code for a token. A code that the provider does not know signs nobody in. */
export async function exchangeCode(
  url: URL,
  { clientId, clientSecret }: Client,
  { code, verifier, redirectUri }: Answer,
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
    throw new AppError('sign_in_failed', 'Signing in there did not work; begin again')
  return token
}

export async function fetchProfile(token: string, url: URL): Promise<Record<string, unknown>> {
  return call(url, { headers: { authorization: `Bearer ${token}` } })
}

type Request = { method?: 'POST'; body?: URLSearchParams; headers?: Record<string, string> }

async function call(url: URL, { headers = {}, ...request }: Request): Promise<Record<string, unknown>> {
  const { status, text } = await ask(url, {
    ...request,
    headers: { accept: 'application/json', 'user-agent': 'Quartermaster', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).catch((error: unknown) => {
    throw away(url, error)
  })
  if (status >= 500) throw away(url)
  try {
    if (status === 200) return JSON.parse(text) as Record<string, unknown>
  } catch {
    // Not what either of them speaks.
  }
  throw new AppError('sign_in_failed', 'Signing in there did not work; begin again')
}

async function ask(url: URL, request: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, request)
  return { status: response.status, text: await response.text() }
}

function away(url: URL, cause?: unknown): AppError {
  return new AppError('unavailable', `${url.host} does not answer; try again in a moment`, { cause, retryAfter: 5 })
}
