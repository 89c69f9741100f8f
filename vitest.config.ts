import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,contract,sdk,agent,conformance,local-postgres,bench,e2e}/**/*.test.ts'],
    globalSetup: 'server/test/global-setup.ts',
    // Tests open sockets and end processes, so each file runs in its own process.
    pool: 'forks',
    // The tests wait a lot, for leases, delays and process starts, so two files at a time use two cores well.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 30_000,
    allowOnly: false,
  },
})
