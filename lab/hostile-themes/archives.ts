import { deflateRawSync } from 'node:zlib'

type Entry = { name: string; body?: Buffer; mode?: number; size?: number; method?: number; flags?: number }

/** Writes a zip with entries that ordinary tools do not write. Checksums are 0: no one looks at them. */
function zip(entries: Entry[], { count = entries.length, offset = 0 } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, body = Buffer.from('x'), mode = 0o100644, size = body.length, method = 8, flags = 0 } of entries) {
    const data = method === 8 ? deflateRawSync(body) : body
    const path = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(path.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50)
    central.writeUInt16LE(0x031e, 4)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(size, 24)
    central.writeUInt16LE(path.length, 28)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(at, 42)
    parts.push(local, path, data)
    directory.push(central, path)
    at += 30 + path.length + data.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at + offset, 16)
  return Buffer.concat([...parts, central, end])
}

const theme = { name: 'theme.json', body: Buffer.from('{"name":"x","version":"1","engine":1}') }
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024)
const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `snippets/a${i}.liquid` }))

/** Archives that must be refused, each quickly and without using much memory. */
export const ARCHIVES: readonly (() => Buffer)[] = [
  ...[
    '../evil.liquid',
    '/etc/passwd',
    'assets/../../evil.css',
    'C:\\evil.txt',
    'c:/evil.txt',
    'assets\\..\\..\\evil.css',
    'assets/a\0.css',
    'assets/./a.css',
    'assets//a.css',
    'sections/%2e%2e/a.liquid',
    'sections/\u202ea.liquid',
    '.git/config',
    'a/b/c/d/e/f.liquid',
    `assets/${'a'.repeat(300)}.css`,
    '__proto__/x..liquid',
  ].map((name) => () => zip([theme, { name }])),
  () => zip([theme, { name: 'assets/link.svg', body: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
  () => zip([theme, { name: 'assets/pipe.svg', mode: 0o010644 }]),
  () => zip([theme, { name: 'assets/device.svg', mode: 0o020644 }]),
  () => zip([theme, theme]),
  () => zip([theme, { name: 'assets/a.css', flags: 1 }]),
  () => zip([theme, { name: 'assets/bomb.css', body: zeros(64) }]),
  () => zip([theme, { name: 'assets/bomb.css', body: zeros(256), size: 10 }]),
  () => zip([theme, { name: 'assets/bomb.css', body: zeros(64), size: 4_294_967_295 }]),
  () => zip([theme, ...Array.from({ length: 20 }, (_, i) => ({ name: `assets/b${i}.css`, body: zeros(1) }))]),
  () => zip([theme, ...many(401)]),
  () => zip([theme, ...many(60_000)]),
  () => zip([theme], { count: 65_535 }),
  () => zip([theme], { offset: 1_000_000 }),
  () => zip([theme, { name: 'assets/a.css', method: 14 }]),
  () => zip([{ name: 'readme.txt' }]),
  () =>
    zip([
      { ...theme, name: 'a/theme.json' },
      { ...theme, name: 'b/theme.json' },
    ]),
  () => Buffer.alloc(0),
  () => Buffer.from('this is not a zip'),
  () => zip([theme]).subarray(0, 60),
  () => zeros(7),
]
