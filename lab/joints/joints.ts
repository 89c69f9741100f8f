import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdit, type Mutant } from '../../e2e/kit/mutants/mutant.ts'
import { chooseMutants } from '../../e2e/kit/mutants/try-mutants.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import { type Defer, runHarness, withCleanUp } from '../../e2e/kit/run-harness.ts'
import { JOINT_MUTANTS } from './mutants.ts'

const tests = (path: string) => ['npx', 'vitest', 'run', path]
const road = (name: string) => ['npm', 'run', 'roads', '--', name]

/** The step of the gate that must notice a fault, without those that take no part in it. */
const NOTICED_BY: Record<string, string[]> = {
  'a gift is saved for the buyer': tests('server/test/storefront/buy'),
  'the package of the agent lacks a module': ['npm', 'run', 'packages', '--', '--short'],
  'a live store gets no address': ['npm', 'run', 'e2e:dashboard', '--', '--short', '--only', 'a live store that is'],
  'a receipt has the format of another currency': road('R5'),
  'the page of an order is paid with the basket of another one': tests('server/test/storefront/unpaid'),
  'the texts of a theme work in dev only': road('R13'),
  'a line of the wizard names a package that does not exist': tests('server/test/markdown-references'),
  'a partial refund sends no event': road('R5'),
  'a role sees a screen that it may not use': road('R8'),
  'a text is missing in one language': tests('dashboard/test/texts'),
}

const options = readOptions({
  script: 'lab joints',
  about: `Plants faults between the parts of the product in this checkout, one at a time, and takes each out again. The step of the gate
that is named beside it must fail with the fault. The checkout must have no uncommitted changes.`,
  options: { mutants: { type: 'text', help: 'all, or a part of a name', default: 'all' } },
})

await runHarness(options, async () => {
  const { status } = spawnSync('git', ['diff', '--quiet', 'HEAD'], { cwd: PROJECT_ROOT })
  if (status !== 0) throw new Error('This checkout has uncommitted changes. Commit them first.')
  const chosen = chooseMutants(JOINT_MUTANTS, options.mutants)
  const unnoticed: string[] = []
  for (const mutant of chosen) {
    const isNoticed = await withCleanUp((defer) => tryMutant(defer, mutant))
    console.log(`${isNoticed ? 'noticed ' : 'NOT NOTICED '} ${mutant.name}`)
    if (!isNoticed) unnoticed.push(mutant.name)
  }
  await build()
  const figures = { planted: chosen.length, noticed: chosen.length - unnoticed.length }
  return { figures, failures: unnoticed.map((name) => `nothing noticed: ${name}`) }
})

async function tryMutant(defer: Defer, { name, edits }: Mutant): Promise<boolean> {
  for (const edit of edits) {
    const path = join(PROJECT_ROOT, edit.file)
    const before = readFileSync(path, 'utf8')
    defer(() => writeFileSync(path, before))
    writeFileSync(path, applyEdit(before, edit))
  }
  const command = NOTICED_BY[name]
  if (!command) throw new Error(`No step of the gate is named for "${name}"`)
  // Harnesses start what is built.
  if (command[0] === 'npm' && (await build()) !== 0) throw new Error(`The server cannot be built with "${name}"`)
  return (await run(command)) !== 0
}

function build(): Promise<number | null> {
  return run(['npm', 'run', 'build:packages', '--', 'server'])
}

async function run([program = '', ...args]: string[]): Promise<number | null> {
  const child = spawn(program, args, { cwd: PROJECT_ROOT, stdio: 'ignore' })
  const [status] = (await once(child, 'close')) as [number | null]
  return status
}
