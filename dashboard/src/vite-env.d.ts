declare module 'texts:*' {
  const messages: Record<string, never>
  export default messages
}
