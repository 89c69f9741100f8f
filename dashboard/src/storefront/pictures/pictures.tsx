import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useBytes } from '../../app/bytes.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { Picture } from '../../catalog/picture.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { manageRequest } from '../../ui/api-call.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { StorefrontPage } from '../storefront-page.tsx'
import { DeleteUnused } from './delete-unused.tsx'

/** All pictures of the store, and what shows each of them. */
export function Pictures(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const columns = usePictureColumns()
  return (
    <StorefrontPage
      part="pictures"
      requests={[manageRequest('listPictures', { storeId })]}
      actions={useMay('catalog:write') && <DeleteUnused />}
    >
      <List
        call={api.listPictures}
        input={{ storeId }}
        queryKey="pictures"
        label={t('storefront.part.pictures')}
        columns={columns}
        keyOf={({ hash }) => hash}
        file="pictures"
        empty={
          <Empty icon="eye" title={t('storefront.noPicture')}>
            {t('storefront.noPictureWhy')}
          </Empty>
        }
      />
    </StorefrontPage>
  )
}

function usePictureColumns(): Column<Manage.ListedPicture>[] {
  const t = useTexts()
  const { day } = useDates()
  const bytesOf = useBytes()
  const mayWrite = useMay('catalog:write')
  const usesOf = ({ usedBy }: Manage.ListedPicture) => usedBy.map((use) => t(`storefront.use.${use}`)).join(', ')
  return [
    {
      head: t('storefront.picture'),
      cell: ({ hash, width, height }) => (
        <span className="with-thumb">
          <Picture hash={hash} />
          <span>
            {width} × {height}
            <span className="mono xs muted">{hash.slice(0, 8)}</span>
          </span>
        </span>
      ),
      csv: ({ hash }) => hash,
    },
    {
      head: t('storefront.shownBy'),
      cell: (picture) => usesOf(picture) || <span className="muted">{t('storefront.use.nothing')}</span>,
      csv: usesOf,
    },
    { head: t('storefront.bytes'), isNumber: true, cell: ({ bytes }) => bytesOf(bytes), csv: ({ bytes }) => bytes },
    { head: t('storefront.added'), cell: ({ createdAt }) => day(createdAt), csv: ({ createdAt }) => createdAt },
    {
      head: t('storefront.deletePicture'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: (picture) => mayWrite && picture.usedBy.length === 0 && <DeletePicture picture={picture} />,
    },
  ]
}

function DeletePicture({ picture: { hash, bytes } }: { picture: Manage.ListedPicture }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const bytesOf = useBytes()
  return (
    <Confirm
      trigger={t('storefront.deletePicture')}
      title={t('storefront.deletePictureTitle')}
      submit={t('storefront.deletePictureSubmit')}
      run={() => api.deletePicture({ storeId, hash })}
      changes={['pictures']}
    >
      <p className="with-thumb small">
        <Picture hash={hash} />
        <span>{t('storefront.deletePictureEffect', { size: bytesOf(bytes) })}</span>
      </p>
    </Confirm>
  )
}
