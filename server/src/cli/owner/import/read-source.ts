import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../errors.ts'

const MAX_RESPONSE_BYTES = 20 * 1024 * 1024
const MAX_FILE_BYTES = 200 * 1024 * 1024
const REQUEST_TIMEOUT_MS = 30_000
const MAX_WAIT_SECONDS = 600
const MAX_FAILURES = 5

type Api = { url: string; headers: Record<string, string>; onWait?: (seconds: number) => void }

/** Undefined if the platform does not let this key read it. */
export type ReadApi = (path: string) => Promise<unknown>

/** Reads JSON from the API of a platform. Waits as long as the platform asks for. The key is sent to this host only. */
export function createApiReader({ url, headers, onWait = () => undefined }: Api): ReadApi {
  const base = requireSafeUrl(url)
  return async (path) => {
    for (let failures = 0; ;) {
      const response = await send(new URL(path, base), headers)
      if (response instanceof Response && response.status === 429) {
        const seconds = readRetryAfter(response)
        await response.body?.cancel()
        onWait(seconds)
        await sleep(seconds * 1000)
        continue
      }
      if (response instanceof Response && response.ok) return parseJson(await readLimited(response), path)
      if (response instanceof Response && response.status < 500) {
        await response.body?.cancel()
        if (response.status === 401 || (response.status === 403 && path.includes('information')))
          throw new AppError('unauthorized', `${base.host} does not accept the key. Copy it again from its settings.`)
        if (response.status === 403 || response.status === 404) return undefined
      }
      const reason = response instanceof Response ? `answered ${response.status}` : 'did not answer'
      if (response instanceof Response && response.status < 500)
        throw new AppError('unavailable', `${base.host} ${reason} for ${path}.`)
      if (++failures >= MAX_FAILURES)
        throw new AppError('unavailable', `${base.host} ${reason}. Nothing was imported. Try again later.`)
      await sleep(failures * 500)
    }
  }
}

function requireSafeUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text.endsWith('/') ? text : `${text}/`) : undefined
  const isLocal = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost'
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return url
  throw new AppError('invalid_request', 'The address must begin with https://, because the key is sent to it.')
}

async function send(url: URL, headers: Record<string, string>): Promise<Response | Error> {
  try {
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function readRetryAfter({ headers }: Response): number {
  const value = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), MAX_WAIT_SECONDS) : 10
}

async function readLimited(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_RESPONSE_BYTES)
      throw new AppError(
        'body_too_large',
        'A response of the platform is larger than 20 MB. Import exported files instead.',
      )
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Undefined if there is no such file. */
export async function readFileText(path: string): Promise<string | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new AppError('invalid_request', `${path} can't be read (${error.message}). Check its path.`)
  })
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    if (size > MAX_FILE_BYTES) throw new AppError('body_too_large', `${path} is larger than 200 MB. Split it.`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new AppError('malformed_json', `${name} is not valid JSON.`)
  }
}
