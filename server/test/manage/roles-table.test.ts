import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PERMISSIONS, permissionsOf, ROLES, TOKEN_SCOPES } from '../../src/access/permissions.ts'

const PAGE = new URL('../../../docs/manage-api.md', import.meta.url)

const [heading = [], ...rows] = rolesTable()

test('the table of roles has a row for every permission and a column for every role', () => {
  expect(heading).toEqual(['permission', 'allows', ...ROLES, 'token'])
  expect(rows.map(([permission]) => permission)).toEqual(PERMISSIONS.map((permission) => `\`${permission}\``))
  for (const [, allows] of rows) expect(allows).not.toBe('')
})

test('the table of roles matches the permissions of each role and of API tokens', () => {
  const inCode = PERMISSIONS.map((permission) => [
    permission,
    ...ROLES.map((role) => permissionsOf(role).includes(permission)),
    TOKEN_SCOPES.includes(permission),
  ])
  const inGuide = rows.map(([permission = '', , ...marks]) => [permission.slice(1, -1), ...marks.map(isYes)])
  expect(inGuide).toEqual(inCode)
})

/** The cells of the first table below the heading `Roles`, without the separator line. */
function rolesTable(): string[][] {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split('\n## Roles\n')
  const [table = ''] = section.trim().split('\n\n')
  return table
    .split('\n')
    .filter((line) => !line.startsWith('|---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

function isYes(mark: string): boolean {
  expect(mark, 'a cell is yes or empty').toMatch(/^(yes)?$/)
  return mark === 'yes'
}
