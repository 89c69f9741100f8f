import { describe, expect, test } from 'vitest'
import { UnsafeFieldError, UnsafeUserIdError } from '../errors.ts'
import { fillCommand, fillFields, type Game, GAMES } from './fill-command.ts'

describe.each(GAMES)('%s', (game) => {
  test.each(['Steve', 'steve_42', '7', 'A1', 'player-17'])('the ordinary id %s is inserted unchanged', (userId) => {
    expect(fillCommand('give {userId} 5', { userId }, game)).toBe(`give ${userId} 5`)
  })

  test.each([
    ['', /empty/],
    ['a\nstop', /line break/],
    ['a\r', /line break/],
    ['a\u2028b', /line break/],
    ['a\0b', /control character/],
    ['a\tb', /control character/],
    ['\ud83d', /half a character/],
    [' a', /space/],
    ['a ', /space/],
    ['-a', /starts with "-"/],
    ['+a', /starts with "\+"/],
    ['@a', /starts with "@"/],
    ['~', /starts with "~"/],
    ['^a', /starts with "\^"/],
    ['*', /starts with "\*"/],
    ['#1', /starts with "#"/],
    ['a\u200bb', /invisible character U\+200B/],
    ['a;b', /contains ";"/],
    ['a\\b', /contains "\\"/],
    ['a$b', /contains "\$"/],
    ['a'.repeat(201), /longer/],
  ])('%j is refused with a readable reason', (userId, reason) => {
    const fill = (): string => fillCommand('give {userId} 5', { userId }, game)
    expect(fill).toThrow(reason)
    expect(fill).toThrow(UnsafeUserIdError)
  })

  test.each([
    ['a;b', { code: 'character', value: ';' }],
    ['@a', { code: 'first_character', value: '@' }],
    ['a\nb', { code: 'line_break', value: undefined }],
  ])('programs can tell why %j is refused', (userId, expected) => {
    expect(() => fillCommand('give {userId} 5', { userId }, game)).toThrow(expect.objectContaining(expected) as Error)
  })

  test.each(['{userId}', '{userId} gold', '"{userId}" gold', ' {userId} x', 'x{userId} y', 'a b\n{userId} x'])(
    'an id is never the name of the command, as in %j',
    (template) => expect(() => fillCommand(template, { userId: 'stop' }, game)).toThrow(/starts with {userId}/),
  )

  test('a command without a placeholder is not changed, whatever the id', () => {
    expect(fillCommand('say "thanks"; save', { userId: '\n' }, game)).toBe('say "thanks"; save')
  })
})

test.each<[Game, string, string, string]>([
  ['source', 'addvip {userId} gold', 'STEAM_0:1:23', 'addvip "STEAM_0:1:23" gold'],
  ['source', 'addvip "{userId}" gold', '[U:1:46]', 'addvip "[U:1:46]" gold'],
  ['source', 'addvip {userId}', '76561197960287930', 'addvip 76561197960287930'],
  ['source', 'say "a; b: {userId}"', 'Zoë Ω', 'say "a; b: Zoë Ω"'],
  ['rust', 'oxide.usergroup add {userId} vip', "Tom O'Neil", `oxide.usergroup add "Tom O'Neil" vip`],
  ['teeworlds', 'say {userId}', 'the "best" one', 'say "the \\"best\\" one"'],
  ['quake3', 'tell {userId} hi', 'Big Steve', 'tell "Big Steve" hi'],
  ['openttd', 'say {userId}', 'Zoë!', 'say "Zoë!"'],
  ['fivem', 'addvip {userId} 30', 'license:0a1b', 'addvip license:0a1b 30'],
  [
    'minecraft',
    'lp user {userId} parent add vip',
    '069a79f4-44e9-4726-a5be-fca90e38aaf5',
    'lp user 069a79f4-44e9-4726-a5be-fca90e38aaf5 parent add vip',
  ],
  ['minecraft', 'say {"text":"{userId}"}', '.Steve', 'say {"text":".Steve"}'],
  ['mta', 'addvip {userId}', '[TAG]Joe', 'addvip [TAG]Joe'],
  ['plain', 'grant {userId} {userId}', 'a:b', 'grant a:b a:b'],
])('%s: %s for %s is %s', (game, template, userId, command) => {
  expect(fillCommand(template, { userId }, game)).toBe(command)
})

test.each<[Game, string, string]>([
  ['minecraft', 'give {userId}', 'Big Steve'],
  ['minecraft', 'say "{userId}"', 'Big Steve'],
  ['quake3', 'say {userId}', 'Zoë'],
  ['quake3', 'kick {userId}', 'ALL'],
  ['teeworlds', 'super {userId}', 'all'],
  ['fivem', 'setjob {userId} police', 'me'],
  ['openttd', 'say {userId}', 'a"b'],
  ['luanti', 'give {userId}', 'name.with.dots'],
  ['luanti', 'give {userId}', 'twenty_letters_long_'],
  ['source', `say ${'x'.repeat(500)} {userId}`, 'abcdefgh'],
  ['source', 'say x{userId}', 'STEAM_0:1:23'],
  ['source', 'say x"{userId}"', 'STEAM_0:1:23'],
  ['source', 'say "{userId}', 'STEAM_0:1:23'],
  ['fivem', 'say "\\"{userId}\\""', 'Big Steve'],
  ['rust', "say 'hi {userId} there'", "Tom O'Neil"],
  ['source', 'x 1; {userId} 2', 'quit'],
])('%s: %s is refused for %s', (game, template, userId) => {
  expect(() => fillCommand(template, { userId }, game)).toThrow(UnsafeUserIdError)
})

const field = (name: string, value: string) => ({ name, value, type: 'text' })

test.each<[Game, string, Record<string, string>, string]>([
  ['rust', 'tag {userId} {field.tag} {field.color}', { tag: 'Big Boss', color: 'red' }, 'tag {userId} "Big Boss" red'],
  ['source', 'say "{field.a} and {field.b}"', { a: 'Zoë', b: 'b' }, 'say "Zoë and b"'],
  ['minecraft', 'tag {userId} #{field.color}', { color: 'ff00aa' }, 'tag {userId} #ff00aa'],
  ['teeworlds', 'say {field.a}', { a: 'the "best"' }, 'say "the \\"best\\""'],
])('%s: fields of %s are filled in, and {userId} stays', (game, template, values, command) => {
  const fields = Object.entries(values).map(([name, value]) => field(name, value))
  expect(fillFields(template, fields, game)).toBe(command)
})

test.each<[string, string, string]>([
  ['tag {userId} {field.tag}', '{userId}', 'first_character'],
  ['tag {userId} {field.tag}', 'a{field.tag}', 'character'],
  ['tag {userId} {field.tag}', '', 'empty'],
  ['{field.tag} {userId}', 'stop', 'command_name'],
  ['tag {userId} x{field.tag}', 'Big Boss', 'no_room_for_quotes'],
])('%s: the value %j is refused, by the name of its field', (template, value, code) => {
  const fill = () => fillFields(template, [field('tag', value)], 'rust')
  expect(fill).toThrow(UnsafeFieldError)
  expect(fill).toThrow(expect.objectContaining({ field: 'tag', code }) as Error)
})
