-- A complete client of the games interface 1.0. Lua 5.4 with luasocket and lua-cjson; plain http.
--
--     QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... lua5.4 client.lua
--
-- Replace run and is_online with your game. The rest can stay as it is. One client for each key and journal.
local http, json, ltn12, socket = require 'socket.http', require 'cjson', require 'ltn12', require 'socket'

local URL = os.getenv('QM_URL'):gsub('/+$', '') .. '/api/games/1.0'
local KEY = os.getenv('QM_KEY')
local PORT = math.tointeger(os.getenv('QM_PORT') or 25565)
local PAUSE = tonumber(os.getenv('QM_PAUSE') or 2)
local JOURNAL = (os.getenv('QM_STATE') or '.') .. '/quartermaster.journal'
local WAIT = 25

-- Replace: runs one console command and returns when it ran. If it raises an error, the command is in doubt.
local function run(command)
  print('> ' .. command)
  local path = os.getenv('QM_CONSOLE_FILE')
  if not path then return end
  local console = assert(io.open(path, 'a'))
  console:write(command, '\n')
  console:close()
end

-- Replace: says whether the player is in the game. This one reads a file with a JSON list.
local function is_online(player)
  local path = os.getenv('QM_PLAYERS_FILE')
  if not path then return true end
  local file = assert(io.open(path))
  local players = json.decode(file:read('a'))
  file:close()
  for _, name in ipairs(players) do
    if name == player then return true end
  end
  return false
end

-- How many commands of each element were begun and how many ended, written down before the next thing happens. Plain
-- Lua cannot force a disk: this outlives a crash of the client, not of the machine. Call fsync where you have it.
local function open_journal(path)
  local counts = { begun = {}, ended = {} }
  local file = assert(io.open(path, 'a+'))
  for line in file:lines() do
    local word, step, id = line:match('^(%l+) (%d+) (%S+)$')
    if counts[word] then counts[word][id] = math.tointeger(step) + 1 end
  end
  -- The id stands last in a line, so a line that a crash has torn names nobody. Here it ends.
  file:write('\n')
  return {
    count = function(word, id) return counts[word][id] or 0 end,
    write = function(word, step, id)
      assert(file:write(word, ' ', step, ' ', id, '\n'))
      assert(file:flush())
      counts[word][id] = step + 1
    end,
  }
end

local function call(method, path, body, wait)
  local text, parts = body and json.encode(body) or '', {}
  http.TIMEOUT = (wait or 0) + 10
  local ok, status, headers = http.request {
    method = method,
    url = URL .. path,
    headers = {
      ['authorization'] = KEY,
      ['content-type'] = 'application/json',
      ['content-length'] = #text,
      ['prefer'] = wait and 'wait=' .. wait,
    },
    source = ltn12.source.string(text),
    sink = ltn12.sink.table(parts),
    redirect = false, -- the key must not travel to another address
  }
  if not ok then error { text = 'No answer from the store: ' .. status } end
  if status ~= 200 then
    error { status = status, after = tonumber(headers['retry-after']), text = 'The store refuses with ' .. status }
  end
  return json.decode(table.concat(parts)), headers
end

local said = {}
local function hold(text)
  if not said[text] then print(text) end
  said[text] = true
  return 'held'
end

-- A report that fails is no loss: the element comes again, and the journal knows that it ran.
local function report(id)
  local ok, problem = pcall(call, 'POST', '/commands/mark-as-processed', { commandQueueId = id })
  if not ok and problem.status ~= 404 then error(problem, 0) end
end

local function deliver(element, journal)
  local id, player, steps = element.id, element.gameUserId, {}
  local products = element.products or { element.product }
  if #products == 0 then return hold('Not understood, so it stays in the queue: ' .. json.encode(element)) end
  for _, product in ipairs(products) do
    table.move(product.commands, 1, #product.commands, #steps + 1, steps)
  end
  local done = journal.count('ended', id)
  if journal.count('begun', id) > done then
    return hold(('In doubt for %s: "%s". If it ran, add "ended %d %s" to the journal. If not, remove "begun %d %s". '
      .. 'Then start me again'):format(player, steps[done + 1], done, id, done, id))
  end
  if #player > 64 or not player:find('^[A-Za-z0-9_][A-Za-z0-9_.:-]*$') then
    return hold(('Refused %s: the player id %q could become more than one argument'):format(id, player))
  end
  for step = done, #steps - 1 do
    if not is_online(player) then return 'waits' end
    local command = steps[step + 1]:gsub('{userId}', function() return player end)
    journal.write('begun', step, id)
    local ok, problem = pcall(run, command)
    if not ok then return hold(('In doubt for %s: "%s" failed with %s'):format(player, command, problem)) end
    journal.write('ended', step, id)
  end
  report(id)
  return done < #steps and 'ran' or 'reported'
end

-- From top to bottom. An element that has to wait keeps back what stands behind it for the same player.
local function deliver_all(elements, journal)
  local states, waiting = {}, {}
  for _, element in ipairs(elements) do
    local player = element.gameUserId
    local state = waiting[player] and 'waits' or deliver(element, journal)
    states[state] = true
    waiting[player] = state == 'waits'
  end
  return states
end

io.stdout:setvbuf('line')
local journal, ready, failures = open_journal(JOURNAL), false, 0
while true do
  local ok, pause = pcall(function()
    if not ready then print('Connected to ' .. call('POST', '/init', { serverPort = PORT }).name) end
    ready = true
    local answer, headers = call('GET', '/commands/pending-commands', nil, WAIT)
    local states = deliver_all(answer.checkouts, journal)
    failures = 0
    local waited = not next(states) and headers['preference-applied']
    local all_ran = states.ran and not (states.waits or states.held or states.reported)
    -- What stays in the queue is answered at once: asking again without a pause would run into the limit.
    return (waited or all_ran) and 0 or PAUSE
  end)
  if not ok then
    local problem = type(pause) == 'table' and pause or { text = tostring(pause) }
    failures = failures + 1
    pause = problem.after or math.min(60, 2 ^ (failures - 1)) * (0.5 + math.random() / 2)
    print(('%s. Next try in %.0f s'):format(problem.text, pause))
  end
  socket.sleep(pause)
end
