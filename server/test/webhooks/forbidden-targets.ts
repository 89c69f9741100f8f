/** Ranges outside of the public internet, from the IANA registries. Kept apart from the list that the server uses. */
const V4: Record<string, [first: string, bits: number]> = {
  unspecified: ['0.0.0.0', 8],
  'private, large': ['10.0.0.0', 8],
  'shared by carriers': ['100.64.0.0', 10],
  loopback: ['127.0.0.0', 8],
  'link-local, used for cloud metadata': ['169.254.0.0', 16],
  'private, middle': ['172.16.0.0', 12],
  'protocol assignments': ['192.0.0.0', 24],
  'documentation 1': ['192.0.2.0', 24],
  '6to4 relays': ['192.88.99.0', 24],
  'private, small': ['192.168.0.0', 16],
  benchmarks: ['198.18.0.0', 15],
  'documentation 2': ['198.51.100.0', 24],
  'documentation 3': ['203.0.113.0', 24],
  multicast: ['224.0.0.0', 4],
  'reserved, and broadcast': ['240.0.0.0', 4],
}

const V6: Record<string, string[]> = {
  unspecified: ['::', '0:0:0:0:0:0:0:0'],
  loopback: ['::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001'],
  compatible: ['::7f00:1', '::127.0.0.1', '::a9fe:a9fe'],
  mapped: ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe', '::ffff:8.8.8.8'],
  'translated, old': ['::ffff:0:7f00:1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::a00:1'],
  discard: ['100::', '100::1', '100:0:0:1::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'benchmarks and ORCHID': ['2001:2::1', '2001:10::1', '2001:20::1', '2001:1::1'],
  documentation: ['2001:db8::1', '2001:DB8:ffff::1', '3fff::1', '3fff:fff::1'],
  '6to4': ['2002:7f00:1::1', '2002:a9fe:a9fe::', '2002:a00:1::1'],
  'unique local': ['fc00::1', 'fd00::1', 'fdff:ffff::1'],
  'link-local': ['fe80::1', 'febf::1'],
  'site-local': ['fec0::1'],
  multicast: ['ff02::1', 'ff0e::1'],
  unassigned: ['4000::1', '8000::1', 'e000::1', '1::1', '200::1', '5f00::1'],
}

/** Addresses of each range: the first, the last and some in between. */
export function forbiddenAddresses(): { kind: string; address: string }[] {
  const v4 = Object.entries(V4).flatMap(([kind, [first, bits]]) => {
    const base = toNumber(first)
    const size = 2 ** (32 - bits)
    const offsets = [0, 1, size - 1, ...[0.27, 0.5, 0.81].map((share) => Math.floor(share * size))]
    return [...new Set(offsets)].map((offset) => ({ kind, address: toDotted(base + offset) }))
  })
  const v6 = Object.entries(V6).flatMap(([kind, list]) => list.map((address) => ({ kind, address })))
  return [...v4, { kind: 'loopback', address: '127.0.0.1' }, { kind: 'metadata', address: '169.254.169.254' }, ...v6]
}

/** URLs that an attacker could try in order to reach a forbidden address, on a port that is open. */
export function forbiddenUrls(port: number): { kind: string; url: string }[] {
  const literal = forbiddenAddresses().flatMap(({ kind, address }) =>
    spellings(address).flatMap((host) =>
      ['http', 'https'].map((scheme) => ({ kind, url: `${scheme}://${host}:${port}/hooks` })),
    ),
  )
  const malformed = [
    `http://localhost.:${port}/`,
    `https://user@127.0.0.1:${port}/`,
    `https://user:secret@shop.example:${port}/`,
    `https://shop.example@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}#@shop.example/`,
    `https://127.0.0.1:${port}\\@shop.example/`,
    `https:127.0.0.1:${port}/`,
    `https:///127.0.0.1:${port}/`,
    ` https://127.0.0.1:${port}/`,
    `ht\ntps://127.0.0.1:${port}/`,
    `https://127.0.0.1\t:${port}/`,
    `//127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/`,
    `file:///etc/passwd`,
    `gopher://127.0.0.1:${port}/`,
    `data:text/plain,x`,
    `unix:/var/run/docker.sock`,
    `http+unix://%2Fvar%2Frun%2Fdocker.sock/`,
    `javascript:0`,
    `https://[fe80::1%25lo]:${port}/`,
    `https://[::1]:0/`,
    `https://8.8.8.8:22/`,
    `https://8.8.8.8:25/`,
    `https://8.8.8.8:6379/`,
    `http://8.8.8.8/`,
    `127.0.0.1:${port}`,
    '',
    'https://',
  ]
  return [...literal, ...malformed.map((url) => ({ kind: 'unusual URL', url }))]
}

/** All notations of an address that some program accepts. */
function spellings(address: string): string[] {
  if (address.includes(':')) return [`[${address}]`, `[${address.toUpperCase()}]`]
  const number = toNumber(address)
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const octal = [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.')
  return [
    address,
    `${address}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    octal,
    [a, b, c, d].map((part) => `0X${part.toString(16)}`).join('.'),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    address.replaceAll('.', '。'),
    [...address].map((char) => (/\d/.test(char) ? String.fromCodePoint(0xff10 + Number(char)) : char)).join(''),
    [...address].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
  ]
}

function toNumber(dotted: string): number {
  return dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

function toDotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}
