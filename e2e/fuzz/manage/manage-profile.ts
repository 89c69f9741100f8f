import { createRandom } from '../../kit/random.ts'
import { runCommand } from '../../kit/run-command.ts'
import type { Result } from '../../kit/run-harness.ts'
import { startProduct } from '../../kit/start-product.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import { PUBLIC_URL, SECRET_KEYS } from '../../walls/open-product.ts'
import type { Profile, Run } from '../profile.ts'
import { checkLog } from '../check-log.ts'
import { createRequestTraffic } from '../requests/make-requests.ts'
import { readOperations } from '../requests/openapi.ts'
import { runRequests, shareOf } from '../run-requests.ts'
import { createManageCallers } from './manage-callers.ts'

/** If more requests are rejected before they reach an operation, the run has tested too little. */
const MAX_REJECTED_SHARE = 0.3
const MIN_SUCCESS_SHARE = 0.15
const SHORT = 2_000
const VERIFY_TIMEOUT_MS = 60_000

/** These hash a password or close the caller's session, so they are called less often. */
const RARE = ['signIn', 'confirmSignUp', 'reauthenticate', 'changePassword', 'resetPassword']
const FREQUENCIES = { ...Object.fromEntries(RARE.map((id) => [id, 0.1])), signOut: 0.02, closeAccount: 0.02 }

export const manageProfile: Profile = { usual: 300_000, short: SHORT, run }

async function run({ requests, seed, defer }: Run): Promise<Result> {
  const settings = { SECRET_KEYS, PUBLIC_URL, STOREFRONT_DOMAIN: 'stores.localhost', SINGLE_OWNER: 'on' }
  const { server, databaseUrl, logFile } = await startProduct(defer, { settings })
  const operations = readOperations('manage-1.0')
  const { ids, secrets, makeCaller } = await createManageCallers(databaseUrl, requests <= SHORT ? 20 : 100)
  const random = createRandom(seed)
  const traffic = createRequestTraffic(
    { operations, makeCaller, validShare: 0.5, irregularShare: 0.02, frequencies: FREQUENCIES },
    (body) => ids.learn(body, random),
  )
  const { faults, kinds, ...tally } = await runRequests(traffic, { requests, seed, server })
  const invalidAnswers = Math.max(0, faults.length - tally.serverErrors)
  const examples = await verify(databaseUrl)
  await server.stop()
  faults.push(...examples.map((example) => `verify reports: ${example}`), ...(await checkLog(logFile, secrets)).faults)

  const atTheDoor = shareOf(tally, 401, 429)
  const successes = shareOf(tally, 200, 201, 202, 204)
  const uncalled = operations.filter(({ id }) => (kinds[id] ?? 0) === 0).map(({ id }) => id)
  if (atTheDoor > MAX_REJECTED_SHARE) faults.push(`${atTheDoor} of the answers are 401 or 429, too many`)
  if (successes < MIN_SUCCESS_SHARE) faults.push(`only ${successes} of the requests succeeded`)
  if (uncalled.length > 0 && requests > SHORT) faults.push(`operations without a request: ${uncalled.join(', ')}`)
  return {
    figures: {
      requests,
      operations: operations.length,
      ...tally,
      invalidAnswers,
      successes,
      atTheDoor,
      verified: examples.length === 0,
    },
    failures: faults,
  }
}

type Verification = { ok: boolean; late: number; examples: string[] }

/** A test store whose clock was advanced can have much work due at once, so overdue work gets some time. */
async function verify(databaseUrl: string): Promise<string[]> {
  let found: Verification | undefined
  await waitUntil(
    async () => {
      found = JSON.parse(await runCommand(['verify', '--json'], { databaseUrl })) as Verification
      return found.ok || found.late === 0
    },
    { timeoutMs: VERIFY_TIMEOUT_MS },
  )
  return found?.ok ? [] : (found?.examples ?? ['verify did not run'])
}
