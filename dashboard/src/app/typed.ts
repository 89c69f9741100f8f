import { useEffect, useState } from 'react'

/** The text, once the person has stopped typing for a moment. */
export function useTyped(text: string, ms: number): string {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return typed
}
