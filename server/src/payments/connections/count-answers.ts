import { AppError } from '../../errors.ts'
import type { ProviderConnection } from '../provider.ts'

export const ANSWER_RESULTS = ['answered', 'refused', 'unavailable', 'failed'] as const
/** `refused`: the provider rejects the request or the credentials. `unavailable`: it does not answer. */
export type AnswerResult = (typeof ANSWER_RESULTS)[number]

/** Reports how the provider answered each request of a connection. */
export function countAnswers(
  connection: ProviderConnection,
  onAnswer: (result: AnswerResult) => void,
): ProviderConnection {
  async function counted<T>(request: Promise<T>): Promise<T> {
    try {
      const answer = await request
      onAnswer('answered')
      return answer
    } catch (error) {
      onAnswer(resultOf(error))
      throw error
    }
  }
  const { subscriptions } = connection
  const setAmount = subscriptions?.setAmount
  return {
    ...connection,
    openPaymentPage: (request) => counted(connection.openPaymentPage(request)),
    closePage: (page) => counted(connection.closePage(page)),
    queryPayment: (refs) => counted(connection.queryPayment(refs)),
    refund: (refund) => counted(connection.refund(refund)),
    ...(subscriptions && {
      subscriptions: {
        query: (refs) => counted(subscriptions.query(refs)),
        stop: (ref) => counted(subscriptions.stop(ref)),
        ...(setAmount && { setAmount: (ref, amount) => counted(setAmount(ref, amount)) }),
      },
    }),
  }
}

function resultOf(error: unknown): AnswerResult {
  if (!(error instanceof AppError)) return 'failed'
  if (error.code === 'provider_unavailable') return 'unavailable'
  return error.code === 'provider_refused' ? 'refused' : 'failed'
}
