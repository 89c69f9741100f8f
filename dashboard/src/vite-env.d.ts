declare module '*.json?texts' {
  const messages: Record<string, never>
  export default messages
}
