import { type ClientRequest, type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressRanges } from '../../address-ranges.ts'
import { AppError } from '../../errors.ts'
import type { ResolveHost } from './resolve-host.ts'
import type { SignedHeaders } from './sign-webhook.ts'
import { resolveTarget, parseTarget, type Target } from './target.ts'

/** Node also accepts `099`. */
const MIN_STATUS = 100
const MAX_HEADER_BYTES = 8 * 1024
const MAX_BODY_BYTES = 64 * 1024
const BODY_TIMEOUT_MS = 1_000

export type WebhookResponse = { status: number; retryAfter: string | undefined } | { error: string }

export type Sending = { allowed: AddressRanges; resolve: ResolveHost; timeoutMs: number }

export type Webhook = { url: string; headers: SignedHeaders; body: string; stop: AbortSignal }

/**
 * Makes one attempt. The host is resolved once, every address is checked, and the connection goes to a checked address.
 * Redirects are not followed. Never rejects: an error is part of the result.
 */
export async function sendWebhook({ url, headers, body, stop }: Webhook, sending: Sending): Promise<WebhookResponse> {
  const deadline = AbortSignal.timeout(sending.timeoutMs)
  const signal = AbortSignal.any([deadline, stop])
  try {
    const target = parseTarget(url, sending.allowed)
    const addresses = await orAborted(resolveTarget(target, sending), signal)
    return await post(target, { addresses, headers, body, signal })
  } catch (error) {
    return { error: deadline.aborted ? `no response within ${sending.timeoutMs / 1_000} s` : reasonOf(error) }
  }
}

type Post = { addresses: string[]; headers: SignedHeaders; body: string; signal: AbortSignal }

function post(target: Target, { addresses, headers, body, signal }: Post): Promise<WebhookResponse> {
  const options: RequestOptions = {
    method: 'POST',
    host: target.host,
    port: target.port,
    path: target.url.pathname + target.url.search,
    headers: {
      ...headers,
      host: target.url.host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Quartermaster-Webhooks/1.0',
    },
    lookup: lookUpOnly(addresses),
    // A new connection each time, because the name may resolve to another address by now.
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  }
  return new Promise((resolve, reject) => {
    const request: ClientRequest = target.isHttps ? requestTls(options) : requestPlain(options)
    request.once('error', reject)
    request.once('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response
      const result =
        status >= MIN_STATUS
          ? { status, retryAfter: answered['retry-after'] }
          : { error: `${status} is not an HTTP status` }
      drain(response, () => resolve(result))
    })
    request.end(body)
  })
}

/** A lookup function that returns only the checked addresses. */
function lookUpOnly(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    const [first] = found
    if (options.all === true || first === undefined) callback(null, found)
    else callback(null, first.address, first.family)
  }
}

/** Reads and discards the body, within limits, so that the receiver can finish its response. */
function drain(response: IncomingMessage, done: () => void): void {
  let bytes = 0
  const timeout = setTimeout(() => response.destroy(), BODY_TIMEOUT_MS)
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) response.destroy()
  })
  response.once('close', () => {
    clearTimeout(timeout)
    done()
  })
}

/** A DNS query can't be cancelled, so stop waiting for it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new Error('aborted'))
  signal.addEventListener('abort', abort, { once: true })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Short, and without any text of the receiver. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message.slice(0, 200)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return (code ?? (error instanceof Error ? error.message : 'unknown')).slice(0, 200) || 'unknown'
}
