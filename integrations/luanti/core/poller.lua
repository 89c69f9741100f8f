-- One waiting poll is enough until a player joins. The waiting poll does not name them, and a request cannot be
-- cancelled, so a second poll with a shorter wait is sent next to it. The same happens after a failure, because the
-- waiting poll excludes the delivery that has to be retried.

-- A poll can exclude 1,000 deliveries. Many of them may wait for a delay or for free slots without blocking others.
local MAX_QUEUED = 900
local MAX_PER_POLL = 100
local MAX_POLLS = 3
local LONG_WAIT_SECONDS = 25
local SHORT_WAIT_SECONDS = 5

return function(host, connection, online_players, queue, outbox)
  local open_polls, not_before = 0, 0
  --- After a response without new deliveries no poll is sent for a while, unless a player joins.
  local pause = { until_at = 0, joins = 0 }
  --- The state that the newest open poll was sent in.
  local newest_state

  local function free_places()
    return math.min(MAX_PER_POLL, MAX_QUEUED - queue.size() - outbox.size())
  end

  --- A number that grows when a player joins and when a failure is confirmed, so that open polls are outdated.
  local function current_state()
    return connection.store().names_online and online_players.joins() + outbox.confirmed_failures() or 0
  end

  local function is_due(now)
    local is_paused = now < pause.until_at and online_players.joins() == pause.joins
    return now >= not_before
      and not is_paused
      and free_places() > 0
      and open_polls < MAX_POLLS
      and newest_state ~= current_state()
  end

  local function list_holding()
    local ids = {}
    queue.add_ids(ids)
    outbox.add_ids(ids)
    return ids
  end

  return {
    send = function(now)
      if not is_due(now) then
        return
      end
      local store = connection.store()
      local state, joins = current_state(), online_players.joins()
      local player_count, max_players = host.count_players()
      local poll = {
        online = online_players.list(),
        holding = list_holding(),
        max = free_places(),
        player_count = player_count,
        max_players = max_players,
        wait = open_polls == 0 and LONG_WAIT_SECONDS or SHORT_WAIT_SECONDS,
      }
      open_polls, newest_state = open_polls + 1, state
      store.poll(poll, function(status, deliveries)
        open_polls = open_polls - 1
        newest_state = newest_state ~= state and newest_state or nil
        if not deliveries then
          not_before = connection.record_failure('poll', status)
          return
        end
        connection.record_success('poll')
        -- Without this pause, a store that does not wait would be polled in a busy loop.
        if queue.add(deliveries, now) == 0 and host.now() - now < 1 then
          pause = { until_at = host.now() + store.idle_pause_seconds, joins = joins }
        end
      end)
    end,
  }
end
