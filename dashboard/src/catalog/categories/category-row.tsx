import type { Manage } from '@quartermaster/sdk'
import { Link } from '@tanstack/react-router'
import { type DragEvent, type ReactElement, useState } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../picture.tsx'
import { CategoryForm } from './category-form.tsx'
import { DeleteCategory } from './delete-category.tsx'

type RowProps = {
  category: Manage.Category
  index: number
  count: number
  onMove: (from: number, to: number) => void
}

/** Dragged with a mouse; with the keyboard, its two buttons move it. */
export function CategoryRow({ category, index, count, onMove }: RowProps): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const mayWrite = useMay('catalog:write')
  const [isOver, setOver] = useState(false)

  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    onMove(Number(event.dataTransfer.getData('text/plain')), index)
  }

  return (
    <li
      className={isOver ? 'is-over' : undefined}
      draggable={mayWrite}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(index))}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span className="with-thumb">
        {mayWrite && <Icon name="grip" className="muted" />}
        <Picture hash={category.picture} />
        <span>
          <b className="td-main">{category.name}</b>
          <Link
            className="small"
            to="/stores/$storeId/products"
            params={{ storeId }}
            search={{ category: category.id }}
          >
            {t('categories.products')}
            <span className="sr">: {category.name}</span>
          </Link>
        </span>
      </span>
      {mayWrite && (
        <span className="btns">
          <MoveButton
            text={t('categories.up')}
            name={category.name}
            isOff={index === 0}
            onPress={() => onMove(index, index - 1)}
          />
          <MoveButton
            text={t('categories.down')}
            name={category.name}
            isOff={index === count - 1}
            onPress={() => onMove(index, index + 1)}
          />
          <CategoryForm
            category={category}
            trigger={
              <Button size="small" aria-label={t('categories.editOne', { name: category.name })}>
                {t('categories.edit')}
              </Button>
            }
          />
          <DeleteCategory category={category} />
        </span>
      )}
    </li>
  )
}

type MoveButtonProps = { text: string; name: string; isOff: boolean; onPress: () => void }

/** Not disabled at the end of the list, because a disabled button would lose the focus. */
function MoveButton({ text, name, isOff, onPress }: MoveButtonProps): ReactElement {
  return (
    <Button
      size="small"
      kind="quiet"
      aria-disabled={isOff}
      aria-label={`${text}: ${name}`}
      onClick={isOff ? undefined : onPress}
    >
      {text}
    </Button>
  )
}
