import type { Product, Usage } from './product.ts'

const EVERY_MS = 500

/** The most memory that the product had while this watched. */
export function watchMemory(product: Product): { stop: () => Pick<Usage, 'largestMiB' | 'sumMiB'> } {
  const most = { largestMiB: 0, sumMiB: 0 }
  const timer = setInterval(() => void look(), EVERY_MS).unref()

  async function look(): Promise<void> {
    const { largestMiB, sumMiB } = await product.usage()
    most.largestMiB = Math.max(most.largestMiB, largestMiB)
    most.sumMiB = Math.max(most.sumMiB, sumMiB)
  }
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
