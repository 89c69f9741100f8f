/** A packet of Source RCON: length, id, type and text. Numbers are little-endian. */
export type SourcePacket = { id: number; type: number; body: Buffer }

/** Games send packets of about 4 KiB. A much larger length means that this is another protocol. */
const MAX_PACKET_BYTES = 1_048_576
const MIN_PACKET_BYTES = 10

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
  let unread: Buffer = Buffer.alloc(0)
  return (bytes) => {
    unread = Buffer.concat([unread, bytes])
    const packets: SourcePacket[] = []
    while (unread.length >= 4) {
      const length = unread.readInt32LE(0)
      if (length < MIN_PACKET_BYTES || length > MAX_PACKET_BYTES) throw new Error(`Packet length ${length} is invalid`)
      if (unread.length < length + 4) break
      packets.push({ id: unread.readInt32LE(4), type: unread.readInt32LE(8), body: unread.subarray(12, length + 2) })
      unread = unread.subarray(length + 4)
    }
    return packets
  }
}
