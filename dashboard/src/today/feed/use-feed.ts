import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FeedState, watchFeed } from '../../api/watch-feed.ts'

const MAX_ORDERS = 50
/** Figures and lists that change with an order. Read at most this often. */
const CHANGED = ['statistics', 'dead-letters', 'checkouts']
const REFRESH_MS = 5_000

type Orders = Map<string, Manage.FeedOrder>

/** The latest orders of a store, kept up to date. While it is paused, what arrives is kept back. */
export function useFeed(storeId: string, isPaused: boolean): { orders: Orders | undefined; state: FeedState } {
  const queryClient = useQueryClient()
  const [orders, setOrders] = useState<Orders>()
  const [state, setState] = useState<FeedState>('connecting')
  const latest = useRef<Orders>(new Map())
  const pausedRef = useRef(isPaused)
  pausedRef.current = isPaused

  useEffect(() => {
    latest.current = new Map()
    setOrders(undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFirst = true
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const name of CHANGED) void queryClient.invalidateQueries({ queryKey: [name] })
      }, REFRESH_MS)
    }
    const stop = watchFeed(storeId, {
      onState: setState,
      onFeed: (feed) => {
        latest.current = merge(latest.current, feed.orders)
        if (!pausedRef.current) setOrders(latest.current)
        if (!isFirst) refresh()
        isFirst = false
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [storeId, queryClient])

  useEffect(() => {
    if (!isPaused && latest.current.size > 0) setOrders(latest.current)
  }, [isPaused])

  return { orders, state }
}

function merge(orders: Orders, changed: Manage.FeedOrder[]): Orders {
  const all = [...new Map([...orders, ...changed.map((order) => [order.id, order] as const)]).values()]
  const newest = all.toSorted((a, b) => (lastTime(a) < lastTime(b) ? 1 : -1)).slice(0, MAX_ORDERS)
  return new Map(newest.map((order) => [order.id, order]))
}

function lastTime({ paidAt, lines }: Manage.FeedOrder): string {
  return [paidAt, ...lines.map(({ refundedAt }) => refundedAt ?? '')].toSorted().at(-1) ?? paidAt
}
