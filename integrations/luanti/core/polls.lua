-- One waiting poll is enough until somebody joins: it does not name him, and a request cannot be called back. Then a
-- second one goes out beside it that waits only shortly, so that whoever joins next is not kept waiting either. The same
-- after a failure: the poll that waits still says that we have in hand what is to come again.

-- A poll may name 1,000 that are in hand. Many of them may wait for a delay or for free slots, and keep nobody else.
local MOST_IN_HAND = 900
local MOST_IN_ANSWER = 100
local MOST_POLLS = 3
local LONG_WAIT = 25
local SHORT_WAIT = 5

return function(host, line, crowd, hand, outbox)
  local count, not_before = 0, 0
  --- After an answer without news it is quiet for a while, unless somebody joins.
  local quiet = { until_at = 0, joins = 0 }
  --- The moment of the newest poll that is under way.
  local newest

  local function room()
    return math.min(MOST_IN_ANSWER, MOST_IN_HAND - hand.size() - outbox.size())
  end

  --- What a poll knows of the moment it is sent in: who is there, and what failed before and is no longer in hand.
  local function moment()
    return line.store().names_online and crowd.joins() + outbox.failures() or 0
  end

  local function is_due(now)
    local is_quiet = now < quiet.until_at and crowd.joins() == quiet.joins
    return now >= not_before and not is_quiet and room() > 0 and count < MOST_POLLS and newest ~= moment()
  end

  local function holding()
    local ids = {}
    hand.ids(ids)
    outbox.ids(ids)
    return ids
  end

  return {
    send = function(now)
      if not is_due(now) then
        return
      end
      local store = line.store()
      local wait = count == 0 and LONG_WAIT or SHORT_WAIT
      local sent_in, joins = moment(), crowd.joins()
      count, newest = count + 1, sent_in
      store.poll({ online = crowd.list(), holding = holding(), most = room(), wait = wait }, function(status, elements)
        count = count - 1
        newest = newest ~= sent_in and newest or nil
        if not elements then
          not_before = line.failed('poll', status)
          return
        end
        line.worked('poll')
        -- An answer without news that did not wait would be asked for again at once, for ever.
        if hand.take(elements, now) == 0 and host.now() - now < 1 then
          quiet = { until_at = host.now() + store.pause_after_nothing, joins = joins }
        end
      end)
    end,
  }
end
