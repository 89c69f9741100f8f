/** Lets the browser save a text, or a file that it has received. */
export function saveFile(name: string, content: string | Blob, type?: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    typeof content === 'string' ? new Blob([content], { type: type ?? 'text/plain' }) : content,
  )
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
