import { AppError } from '../../errors.ts'
import type { StoreMode } from '../../stores/store.ts'
import type { ProviderName } from '../provider.ts'

/** A live store must not take play money, and a test store must not take real money. */
export function requireMode(
  mode: StoreMode | null,
  { provider, storeMode }: { provider: ProviderName; storeMode: StoreMode },
): void {
  if (mode === null || mode === storeMode) return
  if (storeMode === 'test') {
    throw new AppError(
      'live_store_only',
      `These are live credentials of ${provider}, and this is a test store. Enter test credentials, or connect a live store.`,
    )
  }
  if (provider === 'sandbox') {
    throw new AppError(
      'test_store_only',
      'A live store cannot use the sandbox, because it takes play money. Create a test store with --test.',
    )
  }
  throw new AppError(
    'test_store_only',
    `These are test credentials of ${provider}, and this is a live store: players would get goods for play money. Enter live credentials, or connect a test store.`,
  )
}
