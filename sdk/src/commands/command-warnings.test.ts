import { expect, test } from 'vitest'
import { commandWarnings } from './command-warnings.ts'

const withoutInverse = (approve: string, takes: string[]) =>
  commandWarnings({ approve: [approve], refund: takes, expire: [] }, { timed: false, profiles: [] }).some(
    ({ code, command }) => code === 'grant_without_inverse' && command === approve,
  )

test.for([
  ['addvip {userId} gold', 'removevip {userId} silver'],
  ['addvip {userId} gold', 'removevip {userId}'],
  ['addvip {userId} gold', 'addvip {userId} gold'],
  ['give {userId} kit gold', 'take {userId} kit silver'],
  ['lp user {userId} parent add gold', 'lp user {userId} parent remove silver'],
  ['givecar {userId} adder', 'say sorry {userId}'],
] as const)('"%s" is not taken back by "%s", and its owner is told', ([approve, take]) => {
  expect(withoutInverse(approve, [take])).toBe(true)
})

test.for([
  ['addvip {userId} gold', 'removevip {userId} gold'],
  ['addvip {userId} gold 30d', 'removevip {userId} gold'],
  ['addvip {userId} Gold forever', 'delvip {userId} gold'],
  ['lp user {userId} parent add gold', 'lp user {userId} parent remove gold'],
  ['setgroup {userId} vip', 'setgroup {userId} user'],
  ['addmoney {userId} 500', 'addmoney {userId} -500'],
  ['addvip {userId}', 'delvip {userId}'],
  ['broadcast {userId} bought gold', 'delvip {userId}'],
] as const)('"%s" with "%s" causes no warning', ([approve, take]) => {
  expect(withoutInverse(approve, [take])).toBe(false)
})

test('the expire commands of a timed product must revoke the same as the refund commands', () => {
  const commands = {
    approve: ['addvip {userId} gold'],
    refund: ['delvip {userId} gold'],
    expire: ['end {userId} silver'],
  }
  expect(commandWarnings(commands, { timed: true, profiles: [] })).toEqual([
    {
      code: 'grant_without_inverse',
      message: expect.stringContaining('No expire command revokes what') as string,
      command: 'addvip {userId} gold',
    },
  ])
})

test.for(['addvip {userid} gold', 'addvip {player} gold', 'addvip {userId} {rank}'])(
  'the unknown placeholder in "%s" is named, and {userId} is suggested',
  (command) => {
    const [warning] = commandWarnings({ approve: [command], refund: [], expire: [] }, { timed: false, profiles: [] })
    expect(warning).toMatchObject({ code: 'unknown_placeholder', command })
    expect(warning?.message).toMatch(/^\{(userid|player|rank)\} in .* is not a placeholder.*Did you mean \{userId\}\?$/)
  },
)

test('braces that contain data of the game are not a placeholder', () => {
  const command = 'give {userId} sword{Enchantments:[{id:sharpness}]}'
  const warnings = commandWarnings({ approve: [command], refund: [], expire: [] }, { timed: false, profiles: [] })
  expect(warnings.map(({ code }) => code)).not.toContain('unknown_placeholder')
})
