/** Statements whose text depends on more than the source code shows, as `file: message`, each with the reason. */
export const UNRESOLVED_STATEMENTS: Record<string, string> = {}
