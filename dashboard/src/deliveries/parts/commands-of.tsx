import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { CommandLine } from '../../ui/command-line.tsx'
import { useServerName } from '../servers.ts'

/** One delivery, with its attempts. */
export function useDelivery(deliveryId: string) {
  const { id: storeId } = useStore()
  return useQuery({
    queryKey: ['deliveries', storeId, deliveryId],
    queryFn: () => api.getDelivery({ storeId, deliveryId }),
  })
}

type CommandsOfProps = { deliveryId: string; isRest?: boolean }

/** What a delivery runs, or with `isRest` what is left of it. */
export function CommandsOf({ deliveryId, isRest = false }: CommandsOfProps): ReactElement {
  const t = useTexts()
  const serverName = useServerName()
  const { data: delivery } = useDelivery(deliveryId)
  if (!delivery) return <p className="small muted">{t('delivery.loading')}</p>
  const all = delivery.products.flatMap(({ commands }) => commands)
  const commands = isRest ? all.slice(delivery.commandsRun) : all
  return (
    <div className="effect">
      {commands.length === 0 && <p className="small soft">{t('delivery.runsNothing')}</p>}
      {commands.map((command, index) => (
        <CommandLine
          key={index}
          command={command}
          player={delivery.gameUserId}
          at={index === 0 ? serverName(delivery.serverId) : undefined}
        />
      ))}
    </div>
  )
}
