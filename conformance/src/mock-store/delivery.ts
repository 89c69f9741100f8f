type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'

type Product = { id: string; name: string; price: number; quantity: 1; commands: string[] }

export type Element = {
  id: string
  checkoutId: string
  player: string
  deliveryType: DeliveryType
  products: Product[]
  /** Every console command in order. A mark stands in its text, so a line in the console is known again however it was filled. */
  steps: { mark: string; template: string }[]
  /** Carry the one product in `product`, as 1.0 does for EXPIRE and sometimes for APPROVE. */
  single: boolean
  /** Fields of a later version, added to the element and its products. */
  extra: Record<string, unknown>
  /** Of 2.0. */
  repeatable: boolean
  conditions: { online: boolean; delaySeconds: number; freeSlots: number }
}

export type ElementWish = Partial<Pick<Element, 'player' | 'deliveryType' | 'single' | 'extra' | 'repeatable'>> & {
  /** Console commands of each product: `[2, 1]` is two products, the first with two commands. */
  commands?: number[]
  /** So many equal entries of each product. */
  units?: number
  name?: string
  conditions?: Partial<Element['conditions']>
}

const VERBS: Record<DeliveryType, string> = { APPROVE: 'give', REFUND: 'take', EXPIRE: 'expire' }

/** Ids and marks of one run are never used again, so the journal of a client under test cannot mistake one for another. */
export function createElementMaker(run: string): (wish?: ElementWish) => Element {
  let elements = 0
  let marks = 0

  return ({ player = '7001', deliveryType = 'APPROVE', commands = [1], units = 1, name = 'VIP', ...wish } = {}) => {
    const number = `${run}${(elements++).toString(36).padStart(4, '0')}`
    const verb = VERBS[deliveryType]
    const kinds = commands.map((count, index) => {
      const made = Array.from({ length: count }, () => `qm${run}${(marks++).toString(36).padStart(4, '0')}`)
      const product: Product = {
        id: `prd_${number}${index}`,
        name: index === 0 ? name : `${name} ${index + 1}`,
        price: 19.9,
        quantity: 1,
        commands: made.map((mark) => `${verb} {userId} ${mark}`),
      }
      return { product, steps: made.map((mark) => ({ mark, template: `${verb} {userId} ${mark}` })) }
    })
    const entries = kinds.flatMap((kind) => Array.from({ length: units }, () => kind))
    return {
      id: `cmd_${number}`,
      checkoutId: `chk_${number}`,
      player,
      deliveryType,
      products: entries.map(({ product }) => product),
      steps: entries.flatMap(({ steps }) => steps),
      single: wish.single ?? deliveryType === 'EXPIRE',
      extra: wish.extra ?? {},
      repeatable: wish.repeatable ?? false,
      conditions: { online: true, delaySeconds: 0, freeSlots: 0, ...wish.conditions },
    }
  }
}
