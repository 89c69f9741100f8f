import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { type Defer, withCleanUp } from '../../e2e/kit/run-harness.ts'
import { createFolder } from '../../e2e/kit/start-product.ts'
import { startEchoCells } from './echo-cells.ts'
import { FRONT_DOOR_MUTANTS } from './wrong-front-doors.ts'
import { DOMAINS, SHARED_HOST, tryRouting } from './routing-cases.ts'
import { copyWithEdits, startHaproxy, writeCellsFile, writeFrontDoor } from './start-front-door.ts'

const LANES = 5

/** Every case against the files as they are, and against each fault, which must be noticed. */
export async function checkRouting(defer: Defer) {
  const folder = await createFolder(defer)
  const { cells, countOf } = await startEchoCells(defer)
  const port = await freePort()
  const door = { listen: [`127.0.0.1:${port}`], sharedHosts: [SHARED_HOST] }
  const haproxy = await writeFrontDoor(folder, await writeCellsFile(folder, door, cells))
  await writeFile(join(haproxy, 'domains.map'), DOMAINS)

  const tryFiles = async (files: string, at = port) =>
    withCleanUp(async (later) => {
      await startHaproxy(later, files)
      return tryRouting({ port: at, countOf })
    })
  const missed: string[] = []
  const waiting = [...FRONT_DOOR_MUTANTS]
  async function tryMutants(): Promise<void> {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const at = await freePort()
      const ports = [
        { file: 'haproxy.cfg', find: `bind 127.0.0.1:${port}`, by: `bind 127.0.0.1:${at}` },
        { file: 'haproxy.cfg', find: /^frontend operations\n {2}bind .*$/, by: `frontend operations` },
        { file: 'haproxy.cfg', find: /^ {2}stats socket .*$/, by: '' },
      ]
      const files = await copyWithEdits(haproxy, join(folder, `mutant-${at}`), [...ports, ...mutant.edits])
      if ((await tryFiles(files, at)).failures.length === 0) missed.push(mutant.name)
    }
  }
  const [{ cases, failures }] = await Promise.all([tryFiles(haproxy), ...Array.from({ length: LANES }, tryMutants)])
  return {
    figures: { cases, mutants: FRONT_DOOR_MUTANTS.length, caught: FRONT_DOOR_MUTANTS.length - missed.length },
    failures: [...failures, ...missed.map((name) => `nobody noticed this fault: ${name}`)],
  }
}
