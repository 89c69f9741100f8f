import type { Payments } from '../../src/payments/create-payments.ts'
import type { ProviderConnection } from '../../src/payments/provider.ts'

/** Payments with a provider that uses this function for refunds. */
export function withRefund({ payments }: { payments: Payments }, refund: ProviderConnection['refund']): Payments {
  const { connections } = payments
  const change = (connection: ProviderConnection): ProviderConnection => ({ ...connection, refund })
  return {
    ...payments,
    connections: { ...connections, require: async (...key) => change(await connections.require(...key)) },
  }
}
