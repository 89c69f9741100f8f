import { UnreachableError } from './errors.ts'

/** Far more than a store ever sends. */
const MAX_BYTES = 64 * 1024 * 1024

/** Reads the body of a response as text. Redirects and endless bodies throw an UnreachableError. */
export async function readBody(response: Response, baseUrl: string): Promise<string> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel()
    throw new UnreachableError(
      `${baseUrl} redirects to another address. Redirects are not followed, because the key would be sent along. Set url to the final address.`,
      { reason: 'redirect' },
    )
  }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.byteLength
    // Throwing inside the loop also closes the stream and its connection.
    if (bytes > MAX_BYTES) {
      throw new UnreachableError(`The response of ${baseUrl} is too long for a store. Check url.`, {
        reason: 'unreadable',
      })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function chunksOf({ body }: Response): AsyncIterable<Uint8Array> | Uint8Array[] {
  return body ?? []
}
