/** Lets the browser save a file. */
export function saveFile(parts: BlobPart[], { name, type }: { name: string; type: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts, { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
