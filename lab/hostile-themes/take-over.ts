/**
 * Code that runs in the place of the renderer, as if a fault of the template engine had let a theme take over the process. Each
 * prints ESCAPED if it succeeds.
 */
const ESCAPED = "console.log('ESCAPED')"

const fs = (call: string) => `import fs from 'node:fs'; ${call}; ${ESCAPED}`
const run = (call: string) => `import c from 'node:child_process'; ${call}; ${ESCAPED}`
const connect = (host: string, port: string) =>
  `import net from 'node:net'; net.connect(${port}, '${host}').on('connect', () => { ${ESCAPED}; process.exit() }).on('error', () => process.exit())`

/** What is written if a measure is missing. */
export const LEFT_BEHIND = [
  '/tmp/hostile-theme',
  '/tmp/hostile-theme-link',
  '/tmp/hostile-theme-folder',
  '/dev/shm/hostile-theme',
]

export function takeOvers(port: number): readonly string[] {
  return [
    ...['/etc/passwd', '/proc/self/environ', '/proc/1/environ', '/root/.bashrc', '/etc/hostname'].map((path) =>
      fs(`fs.readFileSync('${path}')`),
    ),
    fs("fs.readdirSync('/')"),
    fs("fs.readdirSync('/proc')"),
    fs("fs.writeFileSync('/tmp/hostile-theme', 'x')"),
    fs("fs.symlinkSync('/etc/passwd', '/tmp/hostile-theme-link')"),
    fs("fs.openSync('/dev/shm/hostile-theme', 'w')"),
    fs("fs.mkdirSync('/tmp/hostile-theme-folder')"),
    run("c.execSync('true')"),
    run("c.spawnSync('/bin/true')"),
    run("c.fork('/dev/null')"),
    `import { Worker } from 'node:worker_threads'; new Worker('1', { eval: true }); ${ESCAPED}`,
    `import { WASI } from 'node:wasi'; new WASI({ version: 'preview1', preopens: { '/': '/' } }); ${ESCAPED}`,
    `import inspector from 'node:inspector'; inspector.open(0, '127.0.0.1'); ${ESCAPED}; process.exit()`,
    `process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'); ${ESCAPED}`,
    `new Function('return 1')(); ${ESCAPED}`,
    `(0, eval)('1'); ${ESCAPED}`,
    `if (Object.keys(process.env).length > 0) ${ESCAPED}`,
    `process.kill(process.ppid || 999999999, 0); ${ESCAPED}`,
    connect('127.0.0.1', String(port)),
    connect('::1', String(port)),
    connect('1.1.1.1', '443'),
    `import dns from 'node:dns/promises'; await dns.lookup('example.com'); ${ESCAPED}`,
    `const r = await fetch('http://127.0.0.1:${port}'); ${ESCAPED}`,
    `import d from 'node:dgram'; d.createSocket('udp4').send('x', ${port}, '127.0.0.1', (e) => { if (!e) ${ESCAPED}; process.exit() })`,
    "const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)",
  ]
}
