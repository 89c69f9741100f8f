/** The packets of Source RCON: a length, an id, a type and a text, numbers little-endian. */
export type SourcePacket = { id: number; type: number; body: Buffer }

/** Answers come in packets of about 4 KiB. What is far beyond belongs to another protocol. */
const MOST_PACKET_BYTES = 1_048_576
const LEAST_PACKET_BYTES = 10

export function encodePacket(id: number, type: number, body: string): Buffer {
  const text = Buffer.from(body)
  const packet = Buffer.alloc(text.length + 14)
  packet.writeInt32LE(text.length + 10, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(type, 8)
  text.copy(packet, 12)
  return packet
}

export function createPacketReader(): (bytes: Buffer) => SourcePacket[] {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const packets: SourcePacket[] = []
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0)
      if (length < LEAST_PACKET_BYTES || length > MOST_PACKET_BYTES) throw new Error(`A packet of ${length} bytes`)
      if (rest.length < length + 4) break
      packets.push({ id: rest.readInt32LE(4), type: rest.readInt32LE(8), body: rest.subarray(12, length + 2) })
      rest = rest.subarray(length + 4)
    }
    return packets
  }
}
