/** As the product's own checker names them. */
export type Kind = 'lost' | 'doubled' | 'wrong' | 'late'

/** A broken promise: which check saw it, and where. */
export type Finding = {
  kind: Kind
  check: string
  detail: string
  /** A machine that is too slow could cause it too, so it convicts no mutant. */
  weak?: true
}
