type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'

type Product = { id: string; name: string; price: number; quantity: 1; commands: string[] }

export type Delivery = {
  id: string
  checkoutId: string
  player: string
  deliveryType: DeliveryType
  products: Product[]
  /** All console commands in order. The unique marker identifies a command in the console, however it was filled in. */
  steps: { marker: string; template: string }[]
  /** Send one `product` instead of `products`, as 1.0 does for EXPIRE and sometimes for APPROVE. */
  hasSingleProduct: boolean
  /** Fields of a later version, which are added to the delivery and its products. */
  extraFields: Record<string, unknown>
  /** Used by 2.0 only. */
  repeatable: boolean
  conditions: { online: boolean; delaySeconds: number; freeSlots: number }
}

export type DeliveryOptions = Partial<
  Pick<Delivery, 'player' | 'deliveryType' | 'hasSingleProduct' | 'extraFields' | 'repeatable'>
> & {
  /** Number of console commands per product: `[2, 1]` creates two products, the first one with two commands. */
  commands?: number[]
  /** Number of equal entries per product. */
  units?: number
  name?: string
  conditions?: Partial<Delivery['conditions']>
}

const VERBS: Record<DeliveryType, string> = { APPROVE: 'give', REFUND: 'take', EXPIRE: 'expire' }

/** Ids and markers contain `runId`, so the journal of a client never confuses deliveries of different runs. */
export function createDeliveryFactory(runId: string): (options?: DeliveryOptions) => Delivery {
  let deliveryCount = 0
  let markerCount = 0

  return ({ player = '7001', deliveryType = 'APPROVE', commands = [1], units = 1, name = 'VIP', ...options } = {}) => {
    const suffix = `${runId}${(deliveryCount++).toString(36).padStart(4, '0')}`
    const verb = VERBS[deliveryType]
    const kinds = commands.map((count, index) => {
      const steps = Array.from({ length: count }, () => {
        const marker = `qm${runId}${(markerCount++).toString(36).padStart(4, '0')}`
        return { marker, template: `${verb} {userId} ${marker}` }
      })
      const product: Product = {
        id: `prd_${suffix}${index}`,
        name: index === 0 ? name : `${name} ${index + 1}`,
        price: 19.9,
        quantity: 1,
        commands: steps.map(({ template }) => template),
      }
      return { product, steps }
    })
    const entries = kinds.flatMap((kind) => Array.from({ length: units }, () => kind))
    return {
      id: `cmd_${suffix}`,
      checkoutId: `chk_${suffix}`,
      player,
      deliveryType,
      products: entries.map(({ product }) => product),
      steps: entries.flatMap(({ steps }) => steps),
      hasSingleProduct: options.hasSingleProduct ?? deliveryType === 'EXPIRE',
      extraFields: options.extraFields ?? {},
      repeatable: options.repeatable ?? false,
      conditions: { online: true, delaySeconds: 0, freeSlots: 0, ...options.conditions },
    }
  }
}
