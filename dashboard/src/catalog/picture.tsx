import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useStore } from '../shell/store-context.ts'
import { Icon } from '../ui/icon.tsx'
import { pictureQuery } from './queries.ts'

/** A stored picture in a square. Without one, a gray square keeps its place. */
export function Picture({ hash, alt = '' }: { hash: string | null | undefined; alt?: string }): ReactElement {
  const store = useStore()
  const picture = useQuery({ ...pictureQuery(store.id, hash ?? ''), enabled: Boolean(hash) })
  return (
    <span className="thumb">
      {picture.data ? <img src={picture.data.preview} alt={alt} /> : <Icon name="products" />}
    </span>
  )
}
