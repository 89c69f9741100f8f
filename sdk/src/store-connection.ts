import { StoreError, UnreachableError } from './errors.ts'
import { readBody } from './read-body.ts'
import { delay, parseRetryAfter, retryDelayMs } from './retry.ts'
import type { Problem } from './types.ts'

export type ClientOptions = {
  /** Address of the store, such as `https://shop.example`. */
  url: string
  /** Key of the game server. */
  key: string
  /** `bearer` sends `Authorization: Bearer <key>`; `raw` sends the key alone. */
  scheme?: 'raw' | 'bearer'
  /** Timeout of each attempt. The wait of a waiting poll is added to it. */
  timeoutMs?: number
  /** How many times a call is repeated after a temporary failure. */
  retries?: number
  fetch?: typeof fetch
}

type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** A `Blob` is sent as it is, other objects as JSON. */
  body?: object
  headers?: Record<string, string>
  /** False for writes that could take effect twice: they are never retried. */
  isRetrySafe?: boolean
  /** Seconds that the store may keep a poll open (`Prefer: wait`). */
  wait?: number | undefined
  signal?: AbortSignal | undefined
}

type Result = { body: unknown; hasWaited: boolean }

export type StoreConnection = { call: (request: Request) => Promise<Result> }

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_RETRIES = 3
/** Characters that a header can carry. With any other, the error message of `fetch` would contain the key. */
const KEY_PATTERN = /^[\x21-\x7e]+$/

/** Calls of the management interface that need no sign-in have no key. */
type ConnectionOptions = Omit<ClientOptions, 'key'> & { key?: string | undefined }

/** Creates the connection to one store with one key. The key never appears in errors or in printed clients. */
export function createConnection(options: ConnectionOptions): StoreConnection {
  const { scheme = 'bearer', timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, fetch: send = fetch } = options
  const baseUrl = normalizeUrl(options.url)
  const { key } = options
  const credentials = key !== undefined && { authorization: (scheme === 'bearer' ? 'Bearer ' : '') + checkKey(key) }

  async function attempt({ method, path, body, headers, wait = 0, signal }: Request): Promise<Result> {
    const attemptTimeoutMs = timeoutMs + wait * 1_000
    const timeout = startTimeout(attemptTimeoutMs, signal)
    try {
      const response = await send(baseUrl + path, {
        method,
        headers: {
          ...credentials,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': contentTypeOf(body) }),
          ...(wait > 0 && { prefer: `wait=${wait}` }),
          ...headers,
        },
        // Following a redirect would send the key to an address that the owner never chose.
        redirect: 'manual',
        signal: timeout.signal,
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      })
      const text = await readBody(response, baseUrl)
      if (!response.ok) throw createStoreError(response, text)
      // Responses such as 201, 202 and 204 may have an empty body; a 200 must have one.
      const parsed = text === '' && response.status !== 200 ? undefined : parseBody(text, baseUrl)
      return { body: parsed, hasWaited: /\bwait\b/i.test(response.headers.get('preference-applied') ?? '') }
    } catch (error) {
      if (error instanceof StoreError || error instanceof UnreachableError) throw error
      signal?.throwIfAborted()
      if (timeout.signal.aborted) {
        throw new UnreachableError(`${baseUrl} did not respond within ${attemptTimeoutMs / 1_000} s`, {
          reason: 'timeout',
        })
      }
      throw new UnreachableError(`Cannot reach ${baseUrl}: ${findCause(error)}`, { reason: 'network', cause: error })
    } finally {
      timeout.clear()
    }
  }

  async function call(request: Request): Promise<Result> {
    for (let failures = 0; ; failures++) {
      try {
        request.signal?.throwIfAborted()
        return await attempt(request)
      } catch (error) {
        const isKnown = error instanceof StoreError || error instanceof UnreachableError
        if (!isKnown || !error.isRetryable || request.isRetrySafe === false || failures >= retries) throw error
        const retryAfter = error instanceof StoreError ? error.retryAfter : undefined
        await delay(retryDelayMs(failures, retryAfter), request.signal)
      }
    }
  }

  return { call }
}

/** Aborts after the timeout or together with `outer`. `AbortSignal.any` would leak memory in a long-lived `outer`. */
function startTimeout(ms: number, outer: AbortSignal | undefined): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController()
  const abort = (): void => controller.abort(outer?.reason)
  const timer = setTimeout(abort, ms)
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

function contentTypeOf(body: object): string {
  if (!(body instanceof Blob)) return 'application/json'
  return body.type || 'application/octet-stream'
}

function normalizeUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb) throw new TypeError('url must be an address such as https://shop.example')
  if (url.username || url.password)
    throw new TypeError('url must not contain a user name or a password. Pass the key as key.')
  if (url.search || url.hash) throw new TypeError('url must not contain a query (?) or a fragment (#)')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

export function checkKey(key: string): string {
  if (!KEY_PATTERN.test(key)) {
    throw new TypeError('key must not be empty or contain spaces, line breaks or non-ASCII characters')
  }
  return key
}

function createStoreError({ status, headers }: Response, text: string): StoreError {
  const { detail, code, requestId, field } = parseProblem(text)
  return new StoreError(typeof detail === 'string' ? detail : `The store responded with status ${status}`, {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    requestId: typeof requestId === 'string' ? requestId : (headers.get('x-request-id') ?? undefined),
    retryAfter: parseRetryAfter(headers.get('retry-after'), new Date()),
    field: typeof field === 'string' ? field : undefined,
  })
}

function parseProblem(text: string): Partial<Record<keyof Problem, unknown>> {
  try {
    return (JSON.parse(text) as Problem | null) ?? {}
  } catch {
    return {}
  }
}

function parseBody(text: string, baseUrl: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new UnreachableError(`The response of ${baseUrl} is not JSON, so it does not come from a store. Check url.`, {
      reason: 'unreadable',
      cause,
    })
  }
}

/** `fetch` only reports that it failed. The reason is in the innermost cause, sometimes only as a code. */
function findCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return findCause(error.cause)
  if ('code' in error && error.code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'the server does not use https (try http)'
  return error.message || ('code' in error ? String(error.code) : error.name)
}
