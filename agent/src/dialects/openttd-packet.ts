/** The packets of OpenTTD's admin port: a length of two bytes that counts itself, a type, and what belongs to it. */
export type AdminPacket = { type: number; body: Buffer }

export function encodeAdminPacket(type: number, ...fields: (string | Buffer)[]): Buffer {
  const parts = fields.map((field) => (typeof field === 'string' ? Buffer.from(`${field}\0`) : field))
  const packet = Buffer.concat([Buffer.from([0, 0, type]), ...parts])
  packet.writeUInt16LE(packet.length, 0)
  return packet
}

export function createAdminReader(): (bytes: Buffer) => AdminPacket[] {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const packets: AdminPacket[] = []
    while (rest.length >= 3) {
      const length = rest.readUInt16LE(0)
      if (length < 3) throw new Error(`A packet of ${length} bytes`)
      if (rest.length < length) break
      packets.push({ type: rest.readUInt8(2), body: rest.subarray(3, length) })
      rest = rest.subarray(length)
    }
    return packets
  }
}

/** The texts from `start` on; each ends with a NUL. */
export function readTexts(body: Buffer, start: number): string[] {
  return body.subarray(start).toString().split('\0').slice(0, -1)
}
