/** Offsets in the headers of a 64-bit Windows program. */
const PE_HEADER_POINTER = 0x3c
const OPTIONAL_HEADER = 24
const PE32_PLUS = 0x20b
const CERTIFICATE_TABLE = 112 + 4 * 8

/** Removes the signature of Node from its program for Windows: it does not fit the changed file, and it stands at the end. */
export function removeSignature(program: Buffer): Buffer {
  const header = program.readUInt32LE(PE_HEADER_POINTER) + OPTIONAL_HEADER
  if (program.readUInt16LE(header) !== PE32_PLUS) throw new Error('The program is not a 64-bit program for Windows.')
  const entry = header + CERTIFICATE_TABLE
  const [start, length] = [program.readUInt32LE(entry), program.readUInt32LE(entry + 4)]
  if (start + length !== program.length) throw new Error('The signature is not at the end of the program.')
  const unsigned = Buffer.from(program.subarray(0, start))
  unsigned.fill(0, entry, entry + 8)
  return unsigned
}
