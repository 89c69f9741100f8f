/** A packet of OpenTTD's admin port: two bytes of length that include themselves, one byte of type, and the body. */
export type AdminPacket = { type: number; body: Buffer }

export function encodeAdminPacket(type: number, ...fields: (string | Buffer)[]): Buffer {
  const parts = fields.map((field) => (typeof field === 'string' ? Buffer.from(`${field}\0`) : field))
  const packet = Buffer.concat([Buffer.from([0, 0, type]), ...parts])
  packet.writeUInt16LE(packet.length, 0)
  return packet
}

export function createAdminReader(): (bytes: Buffer) => AdminPacket[] {
  let unread: Buffer = Buffer.alloc(0)
  return (bytes) => {
    unread = Buffer.concat([unread, bytes])
    const packets: AdminPacket[] = []
    while (unread.length >= 3) {
      const length = unread.readUInt16LE(0)
      if (length < 3) throw new Error(`Packet length ${length} is invalid`)
      if (unread.length < length) break
      packets.push({ type: unread.readUInt8(2), body: unread.subarray(3, length) })
      unread = unread.subarray(length)
    }
    return packets
  }
}

/** Returns the texts that begin at `start`. Each ends with a NUL. */
export function readTexts(body: Buffer, start: number): string[] {
  return body.subarray(start).toString().split('\0').slice(0, -1)
}
