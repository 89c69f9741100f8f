import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '../app/texts.tsx'

type Limited = HTMLInputElement | HTMLTextAreaElement

/**
 * Refuses a text that is too long, and says so. The browser's own `maxLength` cuts off the end of what is pasted without
 * a word.
 */
export function useLimit<E extends Limited>(
  max: number | undefined,
): { ref: RefObject<E | null>; tooLong: string | undefined; onInput: () => void } {
  const t = useTexts()
  const ref = useRef<E>(null)
  const [length, setLength] = useState(0)
  const measure = () => setLength(ref.current === null ? 0 : [...ref.current.value].length)
  const tooLong = max !== undefined && length > max ? t('input.tooLong', { max, length }) : undefined
  // After every render, because the value can change without an input: when a person discards their changes.
  useEffect(measure)
  useEffect(() => ref.current?.setCustomValidity(tooLong ?? ''), [tooLong])
  return { ref, tooLong, onInput: measure }
}
