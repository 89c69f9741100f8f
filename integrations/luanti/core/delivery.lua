-- The loop between the store and the game. `tick` is called by the game many times a second and waits for nothing.
--
-- A game gives, as `host`: now() and clock() in seconds, request(ask, done), decode(json), load(slot) and
-- save(slot, text), online(), is_online(id), free_slots(id), fill(template, id), run(line, id), budget(), log(level, text).

local part = ...
local open_journal = part('journal')
local open_line = part('store-line')
local create_crowd = part('crowd')
local create_runner = part('run-element')
local create_outbox = part('outbox')
local create_hand = part('hand')
local create_polls = part('polls')

return function(host, options)
  local journal = open_journal(host)
  local line = open_line(host, journal, options)
  local crowd = create_crowd(host)
  local outbox = create_outbox(host, journal, line, options)
  local hand = create_hand(host, create_runner(host, journal), outbox, line)
  local polls = create_polls(host, line, crowd, hand, outbox)

  local function held_here(into)
    for id, record in journal.each() do
      if record.kept == 'held' then
        into[#into + 1] = string.format('held: %s, %s', id, record.reason or 'no reason given')
      end
    end
  end

  local function step()
    local now = host.now()
    if line.is_open(now) then
      crowd.look(now)
      hand.run()
      outbox.send(now)
      polls.send(now)
    end
  end

  return {
    --- A fault of ours must not take the game down with it.
    tick = function()
      local fine, fault = pcall(step)
      line.note('delivery', not fine and tostring(fault) or nil)
    end,

    --- Somebody joined: poll for him now.
    joined = crowd.look_again,

    --- The game ends in good order and saves everything.
    saved = outbox.saved,

    status = function()
      local lines = line.describe()
      lines[#lines + 1] = string.format('%d in hand, %d outcomes not yet confirmed by the store', hand.size(), outbox.size())
      held_here(lines)
      for _, told in ipairs(hand.describe()) do
        lines[#lines + 1] = told
      end
      return lines
    end,

    --- The owner's word about what is held here; only a 1.0 store leaves that to us. False: nothing such is held.
    settle = function(id, word)
      local store = line.store()
      local outcome, known = nil, false
      if store and store.settle then
        outcome, known = store.settle(id, word)
      end
      if outcome then
        outbox.add(outcome)
      end
      return known == true
    end,
  }
end
