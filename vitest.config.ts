import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,dashboard,contract,sdk,agent,conformance,local-postgres,bench,e2e}/**/*.test.ts'],
    globalSetup: 'server/test/global-setup.ts',
    pool: 'forks',
    // The files of a worker share its modules. Loading and compiling them for each file took a third of the CPU time.
    isolate: false,
    // The tests wait a lot, for leases, delays and process starts, so three files at a time use two cores well.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 30_000,
    // What a test waits for arrives in milliseconds. One second is too short on a machine that does other work.
    expect: { poll: { timeout: 10_000 } },
    allowOnly: false,
  },
})
