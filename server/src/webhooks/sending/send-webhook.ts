import { type ClientRequest, type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressRanges } from '../../address-ranges.ts'
import { AppError } from '../../errors.ts'
import type { ResolveHost } from './resolve-host.ts'
import type { SignedHeaders } from './sign-webhook.ts'
import { addressesOf, parseTarget, type Target } from './target.ts'

const MOST_HEADER_BYTES = 8 * 1024
const MOST_BODY_BYTES = 64 * 1024
const BODY_PATIENCE_MS = 1_000

export type Answer = { status: number; retryAfter: string | undefined } | { error: string }

/** What every attempt needs from the world around it. */
export type Sending = { allowed: AddressRanges; resolve: ResolveHost; timeoutMs: number }

export type Webhook = { url: string; headers: SignedHeaders; body: string; stop: AbortSignal }

/**
 * One attempt. The host is resolved here, once; every address is looked at, and the connection goes to one of those and
 * nowhere else. Redirects are not followed. Never rejects: what went wrong is part of the answer.
 */
export async function sendWebhook({ url, headers, body, stop }: Webhook, sending: Sending): Promise<Answer> {
  const deadline = AbortSignal.timeout(sending.timeoutMs)
  const signal = AbortSignal.any([deadline, stop])
  try {
    const target = parseTarget(url, sending.allowed)
    const addresses = await orAborted(addressesOf(target, sending), signal)
    return await post(target, { addresses, headers, body, signal })
  } catch (error) {
    return { error: deadline.aborted ? `no answer within ${sending.timeoutMs / 1_000} s` : reasonOf(error) }
  }
}

type Post = { addresses: string[]; headers: SignedHeaders; body: string; signal: AbortSignal }

function post(target: Target, { addresses, headers, body, signal }: Post): Promise<Answer> {
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
    lookup: only(addresses),
    // A connection of its own: none is used again for a name that may lead elsewhere by now.
    agent: false,
    maxHeaderSize: MOST_HEADER_BYTES,
    signal,
  }
  return new Promise((resolve, reject) => {
    const request: ClientRequest = target.isHttps ? requestTls(options) : requestPlain(options)
    request.once('error', reject)
    request.once('response', (response) => {
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }
      drain(response, () => resolve(answer))
    })
    request.end(body)
  })
}

/** Answers the one question of a connection, where to, with the addresses that were looked at. */
function only(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    const [first] = found
    if (options.all === true || first === undefined) callback(null, found)
    else callback(null, first.address, first.family)
  }
}

/** Lets the receiver finish its sentence, within reason; what it says does not matter. */
function drain(response: IncomingMessage, done: () => void): void {
  let bytes = 0
  const patience = setTimeout(() => response.destroy(), BODY_PATIENCE_MS)
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BODY_BYTES) response.destroy()
  })
  response.once('close', () => {
    clearTimeout(patience)
    done()
  })
}

/** A look-up cannot be called off, but nobody has to wait for it. */
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

/** Short, and without anything the receiver said. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message.slice(0, 200)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return (code ?? (error instanceof Error ? error.message : 'unknown')).slice(0, 200) || 'unknown'
}
