import { readOptions } from '../kit/options.ts'
import { runHarness } from '../kit/run-harness.ts'
import type { Profile } from './profile.ts'

/** Loaded on demand, because every profile takes seconds to load. */
const PROFILES: Record<string, () => Promise<Profile>> = {
  games: async () => (await import('./games/games-profile.ts')).gamesProfile,
  callbacks: async () => (await import('./callbacks/callbacks-profile.ts')).callbacksProfile,
  manage: async () => (await import('./manage/manage-profile.ts')).manageProfile,
  storefront: async () => (await import('./storefront/storefront-profile.ts')).storefrontProfile,
  fields: async () => (await import('./fields/fields-profile.ts')).fieldsProfile,
  names: async () => (await import('./names/names-profile.ts')).namesProfile,
}

const options = readOptions({
  script: 'fuzz',
  about: `Sends generated messages to a real server over real sockets. Profiles, with their number of messages:
  games      requests to the games interfaces: valid, with a fault, hostile    200,000   short   2,000
  manage     requests to every operation of the management API                 300,000   short   2,000
  storefront every page, form and operation of the storefront                  300,000   short   2,000
  callbacks  altered payment callbacks of all providers: none may be accepted 1,000,000  short  20,000
  names      hostile player names for each console dialect, without a server  1,000,000  short  20,000
  fields     hostile values of product fields for each console dialect        1,000,000  short  10,000`,
  options: {
    profile: { type: 'text', help: 'which interface', default: 'games', choices: Object.keys(PROFILES) },
    requests: { type: 'number', help: 'another number of messages' },
    real: { type: 'flag', help: 'names: send the worst names to real game servers' },
  },
})

await runHarness(options, async (defer) => {
  const { profile: name, seed, real } = options
  const profile = await PROFILES[name]?.()
  if (!profile) throw new Error(`There is no profile ${name}`)
  const requests = options.requests ?? (options.short ? profile.short : profile.usual)
  console.log(`seed ${seed}`)
  const { figures, failures } = await profile.run({ requests, seed, defer, real })
  if (failures.length > 0) {
    console.error(`Repeat with: npm run fuzz -- --profile ${name} --seed ${seed} --requests ${requests}`)
  }
  return { figures: { profile: name, ...figures, faults: failures.length }, failures }
})
