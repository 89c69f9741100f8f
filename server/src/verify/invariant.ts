export type Kind = 'lost' | 'doubled' | 'wrong' | 'late'

/** The query returns the rows that violate the invariant. */
export type Invariant = { name: string; kind: Kind; query: string }
