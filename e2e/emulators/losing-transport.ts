import { type Operation, operationOf, type Transport } from './store-connection.ts'

/** `request`: the store does not get the request. `answer`: the client does not get the response. */
export type Loss = 'request' | 'answer'

type Call = { operation: Operation | undefined; deliveryId: string | undefined }

/** A network that loses some requests or responses. */
export function createLosingTransport(
  decide: (call: Call) => Loss | undefined,
  transport: Transport = fetch,
): Transport {
  return async (url, request) => {
    const loss = decide({ operation: operationOf(url), deliveryId: reportedId(request.body) })
    if (loss === 'request') throw new TypeError('the request was lost')

    const response = await transport(url, request)
    if (loss === undefined) return response
    // Reads the whole response first, so that the store has finished before the client sees the error.
    await response.text()
    throw new TypeError('the answer was lost')
  }
}

function reportedId(body: string | undefined): string | undefined {
  const value = JSON.parse(body ?? '{}') as { commandQueueId?: string }
  return value.commandQueueId
}
