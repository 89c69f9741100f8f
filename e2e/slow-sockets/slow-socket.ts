import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../kit/random.ts'
import { judgeAnswers } from './judge-answers.ts'
import { poll, slowBody, slowHeaders, type SlowRequest } from './slow-requests.ts'

export const SLOW_KINDS = ['headers', 'body', 'reader'] as const
type SlowKind = (typeof SLOW_KINDS)[number]

/** A game server with a long queue, and the bytes of the answer that its polls get. */
export type LongQueue = { key: string; answer: Buffer }

export type Counts = {
  open: number
  mostOpen: number
  thrownOut: number
  /** Closed or torn down without a word. */
  silently: number
  notConnected: number
  /** For how long the server put up with one request that came byte by byte, in ms. */
  longest: { headers: number; body: number }
  statuses: Map<number, number>
  faults: string[]
}

export type SlowParts = {
  kind: SlowKind
  port: number
  localAddress: string
  queues: LongQueue[]
  random: Random
  counts: Counts
  isOver: () => boolean
}

type Life = {
  socket: Socket
  bytes: Buffer[]
  methods: string[]
  closed: () => boolean
  /** Ends early when the connection does. */
  rest: (ms: number) => Promise<void>
}

const BYTE_EVERY_MS = { least: 40, most: 4_000 }
const PIPELINED = { least: 10, most: 40 }
const MOST_SIP = 32

/** One slow caller, who comes back whenever he is thrown out. */
export async function playSlowSocket(parts: SlowParts): Promise<void> {
  const { random, counts, isOver } = parts
  while (!isOver()) {
    await liveOnce(parts)
    if (isOver()) return
    counts.thrownOut++
    await sleep(random.between(200, 1_500))
  }
}

async function liveOnce(parts: SlowParts): Promise<void> {
  const { kind, queues, random, counts, isOver } = parts
  const queue = random.pick(queues)
  const sip = kind === 'reader' ? random.pick([1, random.integer(2, MOST_SIP)]) : undefined
  const life = await begin(parts, sip)
  if (!life) return
  counts.mostOpen = Math.max(counts.mostOpen, ++counts.open)
  try {
    if (kind !== 'reader') {
      const onAge = (ms: number) => void (counts.longest[kind] = Math.max(counts.longest[kind], ms))
      await trickle(life, () => nextRequest(kind, queue.key, random), { ...parts, onAge })
    } else await refuseToRead(life, { key: queue.key, reads: sip !== 1 }, parts)
  } finally {
    counts.open--
    const judged = judgeAnswers(life, kind === 'reader' ? queue.answer : undefined)
    for (const status of judged.statuses) counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
    if (judged.fault !== undefined && !isOver()) counts.faults.push(`${kind}: ${judged.fault}`)
    if (life.bytes.length === 0) counts.silently++
    life.socket.destroy()
  }
}

/** `sip`: so many bytes at most are read each time. Else everything is read as it comes. */
async function begin({ port, localAddress, counts }: SlowParts, sip: number | undefined): Promise<Life | undefined> {
  const bytes: Buffer[] = []
  const callback = (length: number, buffer: Uint8Array) => {
    bytes.push(Buffer.from(buffer.subarray(0, length)))
    return false
  }
  const reading = sip === undefined ? {} : { onread: { buffer: Buffer.alloc(sip), callback } }
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true, ...reading })
  let closed = false
  let wake = () => {}
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('close', () => {
      closed = true
      wake()
      resolve(false)
    })
    // Being thrown out is what this socket is there for.
    socket.on('error', () => undefined)
    if (sip === undefined) socket.on('data', (chunk) => void bytes.push(chunk))
  })
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  if (opened) return { socket, bytes, methods: [], closed: () => closed, rest }
  counts.notConnected++
  return undefined
}

function nextRequest(kind: SlowKind, key: string, random: Random): SlowRequest {
  const used = random.chance(1 / 3) ? `qm_c1_${'x'.repeat(40)}` : key
  return kind === 'headers' ? slowHeaders(used, random) : slowBody(used, random)
}

/** Sends one request after the other, byte by byte, until it is thrown out. Whoever is answered goes on. */
async function trickle(
  { socket, methods, closed, rest }: Life,
  next: () => SlowRequest,
  { random, isOver, onAge }: SlowParts & { onAge: (ms: number) => void },
): Promise<void> {
  const pace = random.between(BYTE_EVERY_MS.least, BYTE_EVERY_MS.most)
  while (!closed() && !isOver()) {
    const { method, atOnce, byteByByte } = next()
    // The clock of the server starts with the first byte.
    let begun = performance.now()
    methods.push(method)
    if (atOnce !== '') socket.write(atOnce)
    for (const [i, byte] of [...byteByByte].entries()) {
      await rest(random.between(pace / 2, pace * 1.5))
      if (i === 0 && atOnce === '') begun = performance.now()
      onAge(performance.now() - begun)
      if (closed() || isOver()) return
      socket.write(byte)
    }
    await rest(1_000)
  }
}

/**
 * Asks for what is large, once or many times at once, and does not take it, or sip by sip. Whoever does not read learns
 * of the end of his connection by writing only, so now and then there is a line feed or another request.
 */
async function refuseToRead(
  { socket, methods, closed, rest }: Life,
  { key, reads }: { key: string; reads: boolean },
  { random, isOver }: SlowParts,
): Promise<void> {
  const ask = (times: number) => {
    for (let i = 0; i < times; i++) methods.push('GET')
    socket.write(poll(key).repeat(times))
  }
  const asksAgain = random.chance(0.3)
  ask(random.chance(0.3) ? random.integer(PIPELINED.least, PIPELINED.most) : 1)
  while (!closed() && !isOver()) {
    for (let second = random.integer(2, 6); second > 0 && !closed() && !isOver(); second--) {
      await rest(1_000)
      if (reads) socket.resume()
    }
    if (closed() || isOver()) return
    if (asksAgain) ask(1)
    else socket.write('\r\n')
  }
}
