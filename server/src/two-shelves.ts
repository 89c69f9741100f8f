export type TwoShelves<Key, Value> = {
  get: (key: Key) => Value | undefined
  set: (key: Key, value: Value) => void
  delete: (key: Key) => void
}

/**
 * A bounded memory. When the front shelf is full it becomes the back shelf, and what lies on that one is forgotten unless
 * somebody asks for it first. Cheaper to read than a list in order of use, which is what a cache of a million needs.
 */
export function createTwoShelves<Key, Value>(most: number): TwoShelves<Key, Value> {
  let front = new Map<Key, Value>()
  let back = new Map<Key, Value>()

  function set(key: Key, value: Value): void {
    front.set(key, value)
    if (front.size < most) return
    back = front
    front = new Map()
  }

  return {
    get(key) {
      const value = front.get(key)
      if (value !== undefined) return value
      const older = back.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    delete(key) {
      front.delete(key)
      back.delete(key)
    },
  }
}
