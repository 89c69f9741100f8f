import { Client, CustomError, Environment, OrdersController, PaymentsController } from '@paypal/paypal-server-sdk'
import { AppError } from '../../errors.ts'
import { toAppError } from './paypal-error.ts'

const LARGEST_ANSWER = 1024 * 1024

export type PaypalAccess = {
  clientId: string
  clientSecret: string
  live: boolean
  /** Where to call instead of PayPal. */
  apiUrl: string | undefined
  timeLimitMs: number
}

type Api = { orders: OrdersController; payments: PaymentsController }
type Action<T> = (api: Api, limits: { abortSignal: AbortSignal }) => Promise<{ result: T }>

/** One call of the API. Throws provider_unavailable or a PaypalError. */
export type PaypalCall = <T>(action: Action<T>) => Promise<T>

/** The package keeps its token, so what is returned here is kept as well. */
export function paypalCall(access: PaypalAccess): PaypalCall {
  let kept: Api | undefined

  async function attempt<T>(action: Action<T>): Promise<T> {
    const api = (kept ??= connect(access))
    try {
      return (await inTime(access.timeLimitMs, (abortSignal) => action(api, { abortSignal }))).result
    } catch (error) {
      // The package keeps a refused token until it runs out, and a failure to get one for ever.
      const tokenIsGood = error instanceof CustomError && error.statusCode !== 401
      if (!tokenIsGood && kept === api) kept = undefined
      throw error
    }
  }

  return async (action) => {
    const tokenMayBeOld = kept !== undefined
    try {
      return await attempt(action).catch((error: unknown) => {
        if (tokenMayBeOld && error instanceof CustomError && error.statusCode === 401) return attempt(action)
        throw error
      })
    } catch (error) {
      throw toAppError(error)
    }
  }
}

function connect({ clientId, clientSecret, live, apiUrl, timeLimitMs }: PaypalAccess): Api {
  const configuration = {
    environment: live ? Environment.Production : Environment.Sandbox,
    timeout: timeLimitMs,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: clientSecret,
      oAuthClockSkew: 60,
    },
    unstable_httpClientOptions: { maxRedirects: 0, maxContentLength: LARGEST_ANSWER },
  }
  const client = apiUrl === undefined ? new Client(configuration) : new StandInClient(configuration, apiUrl)
  return { orders: new OrdersController(client), payments: new PaymentsController(client) }
}

type Factory = ReturnType<Client['getRequestBuilderFactory']>

/** The package knows two addresses and takes no third, so every request is turned to ours on its way out. */
class StandInClient extends Client {
  readonly #origin: string

  constructor(configuration: ConstructorParameters<typeof Client>[0], apiUrl: string) {
    super(configuration)
    this.#origin = new URL(apiUrl).origin
  }

  // The base class calls this before #origin is there; only the requests read it.
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

/** The limit is over all of it: connecting, the token, and the call. */
async function inTime<T>(limitMs: number, work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(limitMs)
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new AppError('provider_unavailable', 'PayPal takes too long to answer; try again'))
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work(signal), late.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
