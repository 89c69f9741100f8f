import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import type { LocalProfile, Outcome, Profile, Run } from './profile.ts'

/** Loaded when wanted: what makes the requests of one takes seconds to set up, and is of no use to the other. */
const PROFILES = new Map<string, () => Promise<Profile | LocalProfile>>([
  ['games', async () => (await import('./games-profile.ts')).gamesProfile],
  ['callbacks', async () => (await import('./callbacks/callbacks-profile.ts')).callbacksProfile],
  ['manage', async () => (await import('./manage/manage-profile.ts')).manageProfile],
  ['names', async () => (await import('./names/names-profile.ts')).namesProfile],
])

const SHOWN_FAULTS = 10

const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'games' },
    requests: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    real: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
process.exitCode = values.help ? await help() : await main()

async function help(): Promise<number> {
  const number = (n: number) => n.toLocaleString('en').padStart(11)
  const profiles = await Promise.all(
    [...PROFILES].map(async ([name, load]) => {
      const { sends, usual, short } = await load()
      return `  ${name.padEnd(10)}${number(usual)}${number(short)}   ${sends}`
    }),
  )
  console.log(`Sends generated messages to a real server through real sockets.

  npm run fuzz -- --profile NAME   which surface; games unless told
  --requests N --seed N            another number; the same decisions again
  --short                          few
  --real, --mutant NAME            of names: on the real consoles; with a broken variant, which has to fail
  --json                           the last line is one JSON object

  profile         usual      short
${profiles.join('\n')}`)
  return 0
}

async function main(): Promise<number> {
  const started = Date.now()
  const profile = await PROFILES.get(values.profile)?.()
  if (!profile) throw new Error(`There is no profile ${values.profile}`)
  const requests = Number(values.requests ?? (values.short ? profile.short : profile.usual))
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  console.log(`seed ${seed}`)

  const runDir = await mkdtemp(join(tmpdir(), 'quartermaster-fuzz-'))
  const outcome = await runProfile(profile, { requests, seed, runDir })
  const ok = report(outcome, { requests, seed, seconds: Math.round((Date.now() - started) / 1000) })
  if (ok) await rm(runDir, { recursive: true })
  else console.error(`The server's log is in ${runDir}.`)
  return ok ? 0 : 1
}

async function runProfile(
  profile: Profile | LocalProfile,
  order: Pick<Run, 'requests' | 'seed' | 'runDir'>,
): Promise<Outcome> {
  if ('runLocal' in profile) return profile.runLocal({ ...order, real: values.real, mutant: values.mutant })
  const cluster = await startCluster()
  try {
    return await profile.run({ ...order, cluster })
  } finally {
    await cluster.stop()
  }
}

function report({ figures, faults }: Outcome, run: { requests: number; seed: number; seconds: number }): boolean {
  const all = { ...figures, faults: faults.length, seconds: run.seconds, seed: run.seed }
  for (const [name, value] of Object.entries(all)) console.log(`${name.padEnd(20)} ${JSON.stringify(value)}`)
  for (const fault of faults.slice(0, SHOWN_FAULTS)) console.error(`FAILED: ${fault}`)
  if (faults.length > 0) {
    console.error(`Again: npm run fuzz -- --profile ${values.profile} --seed ${run.seed} --requests ${run.requests}`)
  }
  if (values.json) console.log(JSON.stringify({ profile: values.profile, ...all }))
  return faults.length === 0
}
