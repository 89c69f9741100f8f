import { Counter, type Registry } from 'prom-client'
import { type CallbackResult } from '../../payments/receive-callback.ts'
import { type AnswerResult, ANSWER_RESULTS } from '../../payments/connections/count-answers.ts'
import { type ProviderName, PROVIDERS } from '../../payments/provider.ts'

/** `refused`: the signature is wrong. `failed`: we could not process it, and the provider sends it again. */
const CALLBACK_RESULTS = ['applied', 'parked', 'repeated', 'ignored', 'refused', 'failed'] as const
export type CountedCallback = CallbackResult | 'refused' | 'failed'

export type PaymentCounters = {
  countCallback: (provider: ProviderName, result: CountedCallback) => void
  countAnswer: (provider: ProviderName, result: AnswerResult) => void
}

/** All series exist from the start, because Prometheus does not notice the first event of a series that begins with it. */
export function createPaymentCounters(registry: Registry): PaymentCounters {
  const labelNames = ['provider', 'result']
  const callbacks = new Counter({
    name: 'quartermaster_payment_callbacks_total',
    help: 'Callbacks of payment providers for connected stores',
    labelNames,
    registers: [registry],
  })
  const answers = new Counter({
    name: 'quartermaster_provider_answers_total',
    help: 'Requests to payment providers, by how they were answered',
    labelNames,
    registers: [registry],
  })
  for (const provider of PROVIDERS) {
    for (const result of CALLBACK_RESULTS) callbacks.inc({ provider, result }, 0)
    for (const result of ANSWER_RESULTS) answers.inc({ provider, result }, 0)
  }
  return {
    countCallback: (provider, result) => callbacks.inc({ provider, result }),
    countAnswer: (provider, result) => answers.inc({ provider, result }),
  }
}
