import { expect, test } from 'vitest'
import { isForged, isOwnKey, newServerKey } from './server-key.ts'

test('a key contains its cell, 32 random characters and a checksum that detects every typo', () => {
  const key = newServerKey('eu1')
  expect(key).toMatch(/^qm_eu1_[0-9A-Za-z]{38}$/)
  expect(isOwnKey(key)).toBe(true)
  for (let i = 7; i < key.length; i++) {
    const typo = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1)
    expect(isForged(typo), typo).toBe(true)
  }
})

test('a key of another platform does not count as forged', () => {
  expect(isForged('3f1c9a52-77aa-4a60-9f5e-0d8a2f0c1b11')).toBe(false)
})

test('a thousand keys are all different', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newServerKey('c1'))).size).toBe(1000)
})
