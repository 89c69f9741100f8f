import { Client, CustomError, Environment, OrdersController, PaymentsController } from '@paypal/paypal-server-sdk'
import { withTimeout } from '../with-timeout.ts'
import { toAppError } from './paypal-error.ts'

const MAX_RESPONSE_BYTES = 1024 * 1024

export type PaypalAccess = {
  clientId: string
  clientSecret: string
  live: boolean
  /** Replaces the address of PayPal. */
  apiUrl: string | undefined
  requestTimeoutMs: number
}

type Api = { orders: OrdersController; payments: PaymentsController; rest: RestController }
type Action<T> = (api: Api, limits: { abortSignal: AbortSignal }) => Promise<{ result: T }>

/** Throws provider_unavailable or a PaypalError. */
export type PaypalCall = <T>(action: Action<T>) => Promise<T>

/** Reuse the result, because the package caches the access token in it. */
export function createPaypalCall(access: PaypalAccess): PaypalCall {
  let cached: Api | undefined

  async function attempt<T>(action: Action<T>): Promise<T> {
    const api = (cached ??= connect(access))
    try {
      return (
        await withTimeout({ provider: 'PayPal', timeoutMs: access.requestTimeoutMs }, (abortSignal) =>
          action(api, { abortSignal }),
        )
      ).result
    } catch (error) {
      // The package keeps a rejected token until it expires, and never retries a failed token request.
      const isTokenValid = error instanceof CustomError && error.statusCode !== 401
      if (!isTokenValid && cached === api) cached = undefined
      throw error
    }
  }

  return async (action) => {
    const mayBeExpired = cached !== undefined
    try {
      return await attempt(action).catch((error: unknown) => {
        if (mayBeExpired && error instanceof CustomError && error.statusCode === 401) return attempt(action)
        throw error
      })
    } catch (error) {
      throw toAppError(error)
    }
  }
}

function connect({ clientId, clientSecret, live, apiUrl, requestTimeoutMs }: PaypalAccess): Api {
  const configuration = {
    environment: live ? Environment.Production : Environment.Sandbox,
    timeout: requestTimeoutMs,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: clientSecret,
      oAuthClockSkew: 60,
    },
    unstable_httpClientOptions: { maxRedirects: 0, maxContentLength: MAX_RESPONSE_BYTES },
  }
  const client = apiUrl === undefined ? new Client(configuration) : new CustomOriginClient(configuration, apiUrl)
  return {
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    rest: new RestController(client),
  }
}

type RestRequest = { method: 'GET' | 'POST'; path: string; content?: object; requestId?: string | undefined }

/** Calls that the package does not have, with its token and its errors. */
class RestController extends PaymentsController {
  async send(
    { method, path, content, requestId }: RestRequest,
    limits: { abortSignal: AbortSignal },
  ): Promise<{ result: unknown }> {
    const request = this.createRequest(method, path)
    if (requestId !== undefined) request.header('PayPal-Request-Id', requestId)
    if (content) request.json(content)
    // Unlike `defaultToError`, this reads the problem from the response.
    request.throwOn([400, 599], CustomError, 'PayPal refused the call')
    request.authenticate([{ oauth2: true }])
    const { result } = await request.callAsOptionalText(limits)
    return { result: result === undefined || result === '' ? undefined : (JSON.parse(result) as unknown) }
  }
}

type Factory = ReturnType<Client['getRequestBuilderFactory']>

/** The package supports the two addresses of PayPal only, so every request is redirected before it is sent. */
class CustomOriginClient extends Client {
  readonly #origin: string

  constructor(configuration: ConstructorParameters<typeof Client>[0], apiUrl: string) {
    super(configuration)
    this.#origin = new URL(apiUrl).origin
  }

  // The base class calls this before #origin is set, so only the interceptor reads it.
  override getRequestBuilderFactory(): Factory {
    const build = super.getRequestBuilderFactory()
    return (method, path) => {
      const builder = build(method, path)
      builder.interceptRequest((request) => {
        const { pathname, search } = new URL(request.url)
        return { ...request, url: `${this.#origin}${pathname}${search}` }
      })
      return builder
    }
  }
}
