import { type Operation, operationOf, type Transport } from './store-connection.ts'

/** `request`: the store never hears of it. `answer`: the store has acted, the client does not know. */
export type Loss = 'request' | 'answer'

type Call = { operation: Operation | undefined; elementId: string | undefined }

/** A network that loses what it is told to. Decided per call, so a loss can be once, random or for good. */
export function createLosingTransport(
  decide: (call: Call) => Loss | undefined,
  transport: Transport = fetch,
): Transport {
  return async (url, request) => {
    const loss = decide({ operation: operationOf(url), elementId: reportedId(request.body) })
    if (loss === 'request') throw new TypeError('the request was lost')

    const response = await transport(url, request)
    if (loss === undefined) return response
    // Read to its end first: the store must have finished before the client sees the line cut.
    await response.text()
    throw new TypeError('the answer was lost')
  }
}

function reportedId(body: string | undefined): string | undefined {
  const value = JSON.parse(body ?? '{}') as { commandQueueId?: string }
  return value.commandQueueId
}
