/** A fault that looks like code somebody could have written; every `find` must be in its file exactly once. */
export type Mutant = {
  name: string
  /** Quick to be caught, and so part of the short form. */
  short?: true
  edits: { file: string; find: string; replace: string }[]
}
