import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTerminal, type Terminal } from '../kit/person/terminal.ts'
import { PROJECT_ROOT, serverProgram } from '../kit/run-command.ts'
import type { Defer } from '../kit/run-harness.ts'
import { SECRET_KEYS } from '../kit/start-server.ts'
import type { Person } from './person.ts'

type Place = { folder: string; settings: Record<string, string> }

/** A shell on the machine of the product, which knows the settings of the installation. What a person types is counted. */
export async function openShell(defer: Defer, { effort }: Person, { folder, settings }: Place): Promise<Terminal> {
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, '.bin'), { recursive: true })
  const commands = {
    quartermaster: serverProgram(PROJECT_ROOT),
    'quartermaster-conformance': join(PROJECT_ROOT, 'conformance/bin/quartermaster-conformance.mjs'),
  }
  for (const [name, program] of Object.entries(commands)) {
    const command = join(packages, '.bin', name)
    await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
    await chmod(command, 0o755)
  }
  await mkdir(join(packages, '@quartermaster'))
  await symlink(join(PROJECT_ROOT, 'sdk'), join(packages, '@quartermaster', 'sdk'))
  const terminal = await openTerminal(defer, folder, { env: { SECRET_KEYS, ...settings } })
  const typed =
    <Result>(act: (line: string) => Result) =>
    (line: string) => {
      effort.fields++
      return act(line)
    }
  return { ...terminal, run: typed(terminal.run), start: typed(terminal.start) }
}
