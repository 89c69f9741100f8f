import { UnreachableError } from './errors.ts'

/** Far above the longest queue that a store hands out at once. */
const MOST_BYTES = 64 * 1024 * 1024

/** The text of an answer. Refuses to be led away, and to be filled up. */
export async function readAnswer(response: Response, base: string): Promise<string> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel()
    throw new UnreachableError(
      `${base} sends callers on to another address, which would get to see the key. Put the final address into url`,
      { reason: 'redirect' },
    )
  }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.byteLength
    // Leaving the loop ends the stream, and with it the connection.
    if (bytes > MOST_BYTES) {
      throw new UnreachableError(`The answer of ${base} is longer than any store's`, { reason: 'unreadable' })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function chunksOf({ body }: Response): AsyncIterable<Uint8Array> | Uint8Array[] {
  return body ?? []
}
