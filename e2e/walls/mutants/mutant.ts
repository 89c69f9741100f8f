/** The product with one filter or check removed. */
export type ProductMutant = {
  name: string
  /** Below server/src. */
  file: string
  /** Where the change begins. */
  offset: number
  /** The changed text of the file. */
  text: string
  /** To test the tenant filter of a statement, row-level security must not hide the rows of other stores. */
  kind: 'tenant filter' | 'account filter' | 'check'
  /** The text of the file with a statement that fails. If no cell notices even this, no cell runs the statement. */
  failingText?: string
  /** The permission that the mutant concerns. */
  permission?: string
  /** Why the mutant changes nothing. The code says so above the statement: `// mutant harmless: <reason>`. */
  harmless?: string
}
