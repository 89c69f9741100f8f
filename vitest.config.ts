import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,contract,sdk,agent,conformance,local-postgres,bench,e2e}/**/*.test.ts'],
    globalSetup: 'server/test/global-setup.ts',
    // A test that opens sockets and ends processes needs a process of its own.
    pool: 'forks',
    // Two at a time on two cores: much of a test is waiting, for a lease, a pause or a start.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 30_000,
    allowOnly: false,
  },
})
