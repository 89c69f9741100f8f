-- Connects the store and the game. The game calls `tick` many times per second, and `tick` never blocks.
--
-- The game provides `host` with these functions: now() and clock() in seconds, request(request, callback),
-- decode(json), load(slot) and save(slot, text), online(), count_players(), is_online(id), free_slots(id),
-- fill(template, id), run(command, id), budget(), log(level, text).

local load_part = ...
local open_journal = load_part('journal')
local create_connection = load_part('store-connection')
local create_online_players = load_part('online-players')
local create_runner = load_part('run-delivery')
local create_outbox = load_part('outbox')
local create_queue = load_part('delivery-queue')
local create_poller = load_part('poller')

return function(host, options)
  local journal = open_journal(host)
  local connection = create_connection(host, journal, options)
  local online_players = create_online_players(host)
  local outbox = create_outbox(host, journal, connection, options)
  local queue = create_queue(host, create_runner(host, journal), outbox, connection)
  local poller = create_poller(host, connection, online_players, queue, outbox)

  local function add_held_deliveries(lines)
    for id, record in journal.each() do
      if record.kept == 'held' then
        lines[#lines + 1] = string.format('held: %s, %s', id, record.reason or 'no reason given')
      end
    end
  end

  local function step()
    local now = host.now()
    if connection.is_open(now) then
      online_players.update(now)
      queue.run()
      outbox.send(now)
      poller.send(now)
    end
  end

  return {
    --- Catches errors, because a bug of this code must not stop the game.
    tick = function()
      local ok, message = pcall(step)
      connection.set_problem('delivery', not ok and tostring(message) or nil)
    end,

    --- A player joined: the next tick polls for them.
    player_joined = online_players.invalidate,

    --- The game shuts down normally and saves everything.
    game_saved = outbox.game_saved,

    status = function()
      local lines = connection.describe()
      local template = '%d deliveries in the queue, %d outcomes not yet confirmed by the store'
      lines[#lines + 1] = string.format(template, queue.size(), outbox.size())
      add_held_deliveries(lines)
      for _, line in ipairs(queue.describe()) do
        lines[#lines + 1] = line
      end
      return lines
    end,

    --- Gets a code that proves in the storefront who a player is. callback(code) with nil if there is none.
    link = function(id, callback)
      local store = connection.store()
      if not store or not store.link then
        callback(nil)
        return
      end
      store.link(id, function(_, response)
        callback(response and response.code)
      end)
    end,

    --- Applies the decision of the owner about a delivery that is held here, which happens only with games 1.0.
    --- Returns false if the delivery is not held here.
    resolve = function(id, decision)
      local store = connection.store()
      local outcome, is_held = nil, false
      if store and store.resolve then
        outcome, is_held = store.resolve(id, decision)
      end
      if outcome then
        outbox.add(outcome)
      end
      return is_held == true
    end,
  }
end
