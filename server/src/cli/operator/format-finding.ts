import type { Finding } from '../../setup/check-database.ts'

/** One line, and the advice below it if something is wrong. */
export function formatFinding({ check, ok, found, advice }: Finding): string {
  return `${ok ? '✓' : '✗'} ${check.padEnd(20)} ${found}${ok || advice === '' ? '' : `\n    ${advice}`}`
}
