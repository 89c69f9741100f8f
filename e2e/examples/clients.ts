import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

export type ExampleClient = {
  name: string
  version: '1.0' | '2.0'
  /** Starts it in the root of the project. */
  command: string
  /** Debian packages, and a file that exists if they are installed. */
  needs?: { packages: string; file: string }
  build?: () => void
}

const CSHARP = join(inject('runDir'), `client-${process.pid}.exe`)

export const CLIENTS: ExampleClient[] = [
  { name: 'Python', version: '1.0', command: 'python3 examples/python/client.py' },
  { name: 'TypeScript', version: '1.0', command: 'node examples/typescript/client-1.0.ts' },
  { name: 'TypeScript 2.0', version: '2.0', command: 'node examples/typescript/client-2.0.ts' },
  {
    name: 'Lua',
    version: '1.0',
    command: 'lua5.4 examples/lua/client.lua',
    needs: { packages: 'lua5.4 lua-socket lua-cjson', file: '/usr/share/lua/5.4/socket/http.lua' },
  },
  {
    name: 'C#',
    version: '1.0',
    command: `mono ${CSHARP}`,
    needs: {
      packages: 'mono-mcs mono-runtime libmono-system-net-http4.0-cil libmono-system-runtime-serialization4.0-cil',
      file: '/usr/lib/mono/4.5/System.Runtime.Serialization.dll',
    },
    build: () => {
      const libraries = ['-r:System.Net.Http', '-r:System.Runtime.Serialization']
      execFileSync('mcs', [...libraries, `-out:${CSHARP}`, 'examples/csharp/Client.cs'])
    },
  },
]

/** Fails if packages are missing. A client is never skipped. */
export function prepareClient({ name, needs, build }: ExampleClient): void {
  if (needs && !existsSync(needs.file)) {
    throw new Error(`The ${name} client needs Debian packages: apt-get install ${needs.packages}`)
  }
  build?.()
}
