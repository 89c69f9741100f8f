/** The product with one hole in its walls. */
export type Mutant = {
  name: string
  /** Below server/src. */
  file: string
  /** Where something is replaced, what, and by what. */
  at: number
  find: string
  by: string
  /** Which wall it is in: while the filter of a statement is tried, row-level security is taken down, and stands otherwise. */
  wall: 'filter' | 'role' | 'person'
  /** Breaks the statement altogether: who does not notice this either never gets there. */
  poison?: string
  /** The permission it is about. */
  permission?: string
  /** Not to be noticed, and why. */
  harmless?: string
}
