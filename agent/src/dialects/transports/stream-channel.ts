import type { Duplex } from 'node:stream'
import { createRequestChannel, type RequestChannel } from './request-channel.ts'

type Settings<Message> = { read: (bytes: Buffer) => Message[]; timeoutMs: number }

/** A request channel over a stream of bytes. `read` splits the incoming bytes into messages. */
export function createStreamChannel<Message>(
  stream: Duplex,
  { read, timeoutMs }: Settings<Message>,
): RequestChannel<Uint8Array, Message> {
  const channel = createRequestChannel<Uint8Array, Message>(
    {
      send(bytes) {
        stream.write(bytes)
        return true
      },
      destroy: () => stream.destroy(),
      closed: new Promise((resolve) => stream.once('close', resolve)),
    },
    timeoutMs,
  )
  stream.on('error', (error) => channel.fail(`the connection failed: ${error.message}`, error))
  stream.on('end', () => channel.fail('the game closed the connection'))
  stream.on('close', () => channel.fail('the connection was closed'))
  stream.on('data', (bytes: Buffer) => {
    try {
      for (const message of read(bytes)) channel.receive(message)
    } catch (error) {
      channel.fail('the game sent data that does not belong to this protocol', error)
    }
  })
  return channel
}
