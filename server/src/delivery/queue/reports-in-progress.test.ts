import { expect, test } from 'vitest'
import { type DeliveryId, newId } from '../../ids.ts'
import { createReportsInProgress } from './reports-in-progress.ts'

const [first, second] = [{ id: newId<DeliveryId>() }, { id: newId<DeliveryId>() }]

test('a poll does not get a delivery whose report is in progress', async () => {
  const reports = createReportsInProgress()
  const { promise, resolve } = Promise.withResolvers<void>()
  const report = reports.track(first.id, () => promise)
  expect(reports.withoutReported([first, second], reports.countEnded())).toEqual([second])
  resolve()
  await report
  expect(reports.withoutReported([first, second], reports.countEnded())).toEqual([first, second])
})

test('a poll that began before the report ended does not get the delivery either', async () => {
  const reports = createReportsInProgress()
  const since = reports.countEnded()
  await reports.track(first.id, async () => undefined)
  expect(reports.withoutReported([first, second], since)).toEqual([second])
})

test('a delivery with two reports is left out until the second has ended', async () => {
  const reports = createReportsInProgress()
  const slow = Promise.withResolvers<void>()
  const report = reports.track(first.id, () => slow.promise)
  await reports.track(first.id, async () => undefined)
  expect(reports.withoutReported([first], reports.countEnded())).toEqual([])
  slow.resolve()
  await report
})

test('a poll during which too many reports ended gets nothing', async () => {
  const reports = createReportsInProgress()
  for (let i = 0; i < 5_000; i++) await reports.track(first.id, async () => undefined)
  expect(reports.withoutReported([second], 0)).toEqual([])
})

test('a failed report ends as well', async () => {
  const reports = createReportsInProgress()
  await expect(reports.track(first.id, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(reports.withoutReported([first], reports.countEnded())).toEqual([first])
})
