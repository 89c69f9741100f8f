import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('every fault of a configuration is listed at once, and the database address is never printed', () => {
  const read = () =>
    readConfig({ DATABASE_URL: 'mysql://root:hunter2@host/db', PORT: '99999', CELL: 'Far-Away', LOG_LEVEL: 'loud' })
  expect(read).toThrow(/4 faults/)
  for (const name of ['DATABASE_URL', 'PORT', 'CELL', 'LOG_LEVEL']) expect(read).toThrow(name)
  expect(read).not.toThrow('hunter2')
})

test('a database address alone is enough', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/quartermaster' })).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    cell: 'c1',
  })
})
