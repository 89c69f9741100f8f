import type { Behaviour, SignedCallback } from './fake-provider.ts'

/** Sends callbacks one after the other, or withholds them, as `behaviour` says. */
export function createCallbackSender(behaviour: () => Behaviour) {
  const signedCallbacks: SignedCallback[] = []
  let withheld: SignedCallback[] = []

  async function send(callbacks: SignedCallback[]): Promise<number[]> {
    const { times = 1, shuffle = false } = behaviour()
    const repeated = callbacks.flatMap((callback) => Array.from({ length: times }, () => callback))
    const statuses: number[] = []
    for (const callback of shuffle ? reorder(repeated) : repeated) statuses.push(await postCallback(callback))
    return statuses
  }

  return {
    signedCallbacks,
    async add(callback: SignedCallback): Promise<void> {
      signedCallbacks.push(callback)
      if (behaviour().withhold) withheld.push(callback)
      else await send([callback])
    },
    sendWithheld(): Promise<number[]> {
      const callbacks = withheld
      withheld = []
      return send(callbacks)
    },
  }
}

/** Returns 0 if the server cannot be reached. */
export async function postCallback({ url, headers, body }: SignedCallback): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status ?? 0
}

/** Never returns the original order of two or more items: reversed, with every second item at the end. */
function reorder<T>(items: T[]): T[] {
  const reversed = items.toReversed()
  return [...reversed.filter((_, index) => index % 2 === 0), ...reversed.filter((_, index) => index % 2 === 1)]
}
