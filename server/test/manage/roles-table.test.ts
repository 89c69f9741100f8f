import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PERMISSIONS, permissionsOf, ROLES, TOKEN_SCOPES } from '../../src/access/permissions.ts'

const PAGE = new URL('../../../docs/manage-api.md', import.meta.url)

const [heading = [], ...rows] = rolesTable()

test('the table of roles in the documents has every permission once, and a column for every role', () => {
  expect(heading).toEqual(['permission', 'opens', ...ROLES, 'token'])
  expect(rows.map(([permission]) => permission)).toEqual(PERMISSIONS.map((permission) => `\`${permission}\``))
  for (const [, opens] of rows) expect(opens).not.toBe('')
})

test('the table of roles in the documents says what the code lets each role and each token do', () => {
  const inTheCode = PERMISSIONS.map((permission) => [
    permission,
    ...ROLES.map((role) => permissionsOf(role).includes(permission)),
    TOKEN_SCOPES.includes(permission),
  ])
  const inThePage = rows.map(([permission = '', , ...marks]) => [permission.slice(1, -1), ...marks.map(isYes)])
  expect(inThePage).toEqual(inTheCode)
})

/** The cells of the first table below the heading of that name, without the line of dashes. */
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
  expect(mark, 'a cell says yes, or nothing').toMatch(/^(yes)?$/)
  return mark === 'yes'
}
