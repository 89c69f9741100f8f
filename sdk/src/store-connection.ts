import { StoreError, UnreachableError } from './errors.ts'
import { readAnswer } from './read-answer.ts'
import { pause, readRetryAfter, restBeforeRetry } from './retry.ts'
import type { Problem } from './types.ts'

export type ClientOptions = {
  /** Where the store is, like `https://shop.example`. */
  url: string
  /** The key of the game server. */
  key: string
  /** How the key is sent: behind the word `Bearer`, or by itself. */
  scheme?: 'raw' | 'bearer'
  /** For each attempt; a poll that waits has its wait on top. */
  timeoutMs?: number
  /** How often a call is made again that may work later. */
  retries?: number
  fetch?: typeof fetch
}

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  headers?: Record<string, string>
  /** False: it is made once, because nobody knows what became of an attempt without an answer. */
  isRepeatable?: boolean
  /** Seconds that the store may wait for something to come. */
  wait?: number | undefined
  signal?: AbortSignal | undefined
}

type Answer = { body: unknown; hasWaited: boolean }

export type StoreConnection = { call: (call: Call) => Promise<Answer> }

const TIMEOUT_MS = 10_000
const RETRIES = 3
/** What a header may carry. Anything else would be quoted, with the key, in the error of `fetch`. */
const KEY = /^[\x21-\x7e]+$/

/** Without a key it is the connection of somebody who has not signed in. */
type ConnectionOptions = Omit<ClientOptions, 'key'> & { key?: string | undefined }

/** Calls to one store with one key. The key stays in here: no error and no printed client shows it. */
export function openConnection(options: ConnectionOptions): StoreConnection {
  const { scheme = 'bearer', timeoutMs = TIMEOUT_MS, retries = RETRIES, fetch: send = fetch } = options
  const base = readUrl(options.url)
  const { key } = options
  const credentials = key !== undefined && { authorization: (scheme === 'bearer' ? 'Bearer ' : '') + readKey(key) }

  async function attempt({ method, path, body, headers, wait = 0, signal }: Call): Promise<Answer> {
    const allowedMs = timeoutMs + wait * 1_000
    const clock = startClock(allowedMs, signal)
    try {
      const response = await send(base + path, {
        method,
        headers: {
          ...credentials,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(wait > 0 && { prefer: `wait=${wait}` }),
          ...headers,
        },
        // Whoever follows a redirect hands the key to an address that its owner never chose.
        redirect: 'manual',
        signal: clock.signal,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await readAnswer(response, base)
      if (!response.ok) throw refusal(response, text)
      // Created, accepted, gone: only a plain 200 has to say something.
      const answered = text === '' && response.status !== 200 ? undefined : parse(text, base)
      return { body: answered, hasWaited: /\bwait\b/i.test(response.headers.get('preference-applied') ?? '') }
    } catch (error) {
      if (error instanceof StoreError || error instanceof UnreachableError) throw error
      signal?.throwIfAborted()
      if (clock.signal.aborted) {
        throw new UnreachableError(`No answer from ${base} within ${allowedMs / 1_000} s`, { reason: 'timeout' })
      }
      throw new UnreachableError(`Cannot reach ${base}: ${innermost(error)}`, { reason: 'network', cause: error })
    } finally {
      clock.stop()
    }
  }

  async function call(asked: Call): Promise<Answer> {
    for (let failures = 0; ; failures++) {
      try {
        asked.signal?.throwIfAborted()
        return await attempt(asked)
      } catch (error) {
        const isKnown = error instanceof StoreError || error instanceof UnreachableError
        if (!isKnown || !error.isRetryable || asked.isRepeatable === false || failures >= retries) throw error
        await pause(restBeforeRetry(failures, error instanceof StoreError ? error.retryAfter : undefined), asked.signal)
      }
    }
  }

  return { call }
}

/** Aborts after a time, or with `outer`. `AbortSignal.any` would leave a trace at `outer` for each of a million polls. */
function startClock(ms: number, outer: AbortSignal | undefined): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const abort = (): void => controller.abort(outer?.reason)
  const timer = setTimeout(abort, ms)
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb) throw new TypeError('url has to be an address like https://shop.example')
  if (url.username || url.password) throw new TypeError('url holds a name or a password; the key goes into key')
  if (url.search || url.hash) throw new TypeError('url ends before the first ? or #')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function readKey(key: string): string {
  if (!KEY.test(key)) throw new TypeError('key is empty, or holds a blank, a line break or a letter outside of ASCII')
  return key
}

function refusal({ status, headers }: Response, text: string): StoreError {
  const { detail, code, requestId, field } = parseProblem(text)
  return new StoreError(typeof detail === 'string' ? detail : `The store answered with status ${status}`, {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    requestId: typeof requestId === 'string' ? requestId : (headers.get('x-request-id') ?? undefined),
    retryAfter: readRetryAfter(headers.get('retry-after'), new Date()),
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

function parse(text: string, base: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new UnreachableError(`What answers at ${base} is no store: its answer is not JSON`, {
      reason: 'unreadable',
      cause,
    })
  }
}

/** `fetch` only says that it failed; why is in the cause of its cause, and sometimes nothing but a code. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return innermost(error.cause)
  if ('code' in error && error.code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak https; is it http?'
  return error.message || ('code' in error ? String(error.code) : error.name)
}
