-- A complete client for the games 1.0 interface. Lua 5.4 with luasocket and lua-cjson; HTTP without TLS.
--
--     QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... lua5.4 client.lua
--
-- Replace run_command and is_online with the functions of your game. Run one client per key and journal.
local http, json, ltn12, socket = require 'socket.http', require 'cjson', require 'ltn12', require 'socket'

local URL = os.getenv('QM_URL'):gsub('/+$', '') .. '/api/games/1.0'
local KEY = os.getenv('QM_KEY')
local PORT = math.tointeger(os.getenv('QM_PORT') or 25565)
local PAUSE_SECONDS = tonumber(os.getenv('QM_PAUSE') or 2)
local JOURNAL_FILE = (os.getenv('QM_STATE') or '.') .. '/quartermaster.journal'
local WAIT_SECONDS = 25

-- Replace this: runs one console command and returns when it ran. If it raises an error, the outcome is uncertain.
local function run_command(command)
  print('> ' .. command)
  local path = os.getenv('QM_CONSOLE_FILE')
  if not path then return end
  local console = assert(io.open(path, 'a'))
  console:write(command, '\n')
  console:close()
end

-- Replace this: returns whether the player is in the game. Here it reads a JSON file.
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

-- Counts the commands of each delivery that were begun and ended, and writes them before the client continues.
-- Plain Lua has no fsync: the journal survives a crash of the client, but not of the machine. Use fsync if you have it.
local function open_journal(path)
  local counts = { begun = {}, ended = {} }
  local file = assert(io.open(path, 'a+'))
  for line in file:lines() do
    local event, step, id = line:match('^(%l+) (%d+) (%S+)$')
    if counts[event] then counts[event][id] = math.tointeger(step) + 1 end
  end
  -- Ends a line that was cut off by a crash. The id is at the end of a line, so such a line has no valid id.
  file:write('\n')
  return {
    count = function(event, id) return counts[event][id] or 0 end,
    write = function(event, step, id)
      assert(file:write(event, ' ', step, ' ', id, '\n'))
      assert(file:flush())
      counts[event][id] = step + 1
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
    redirect = false, -- a redirect would send the key to another address
  }
  if not ok then error { message = 'The store did not respond: ' .. status } end
  if status ~= 200 then
    local retry_after = tonumber(headers['retry-after'])
    error { status = status, retry_after = retry_after, message = 'The store responded with status ' .. status }
  end
  return json.decode(table.concat(parts)), headers
end

local is_logged = {}
local function hold(message)
  if not is_logged[message] then print(message) end
  is_logged[message] = true
  return 'held'
end

-- If the report fails, the store dispatches the delivery again, and the journal shows that it ran.
local function report(id)
  local ok, problem = pcall(call, 'POST', '/commands/mark-as-processed', { commandQueueId = id })
  if not ok and problem.status ~= 404 then error(problem, 0) end
end

local function deliver(delivery, journal)
  local id, player, commands = delivery.id, delivery.gameUserId, {}
  local products = delivery.products or { delivery.product }
  if #products == 0 then return hold('Unknown format, the delivery stays in the queue: ' .. json.encode(delivery)) end
  for _, product in ipairs(products) do
    table.move(product.commands, 1, #product.commands, #commands + 1, commands)
  end
  local done = journal.count('ended', id)
  if journal.count('begun', id) > done then
    return hold(('Uncertain: "%s" for %s. If it ran, add "ended %d %s" to the journal. If not, remove "begun %d %s". '
      .. 'Then restart this client'):format(commands[done + 1], player, done, id, done, id))
  end
  if #player > 64 or not player:find('^[A-Za-z0-9_][A-Za-z0-9_.:-]*$') then
    return hold(('Refused %s: the player id %q is not safe'):format(id, player))
  end
  for step = done, #commands - 1 do
    if not is_online(player) then return 'waiting' end
    local command = commands[step + 1]:gsub('{userId}', function() return player end)
    journal.write('begun', step, id)
    local ok, problem = pcall(run_command, command)
    if not ok then return hold(('Uncertain: "%s" for %s. It failed with %s'):format(command, player, problem)) end
    journal.write('ended', step, id)
  end
  report(id)
  return done < #commands and 'ran' or 'reported'
end

-- In queue order. While a delivery waits, later deliveries of the same player wait too.
local function deliver_all(deliveries, journal)
  local states, is_waiting = {}, {}
  for _, delivery in ipairs(deliveries) do
    local player = delivery.gameUserId
    local state = is_waiting[player] and 'waiting' or deliver(delivery, journal)
    states[state] = true
    is_waiting[player] = state == 'waiting'
  end
  return states
end

io.stdout:setvbuf('line')
local journal, is_connected, failures = open_journal(JOURNAL_FILE), false, 0
while true do
  local ok, result = pcall(function()
    if not is_connected then print('Connected to ' .. call('POST', '/init', { serverPort = PORT }).name) end
    is_connected = true
    local response, headers = call('GET', '/commands/pending-commands', nil, WAIT_SECONDS)
    local states = deliver_all(response.checkouts, journal)
    failures = 0
    local has_waited = not next(states) and headers['preference-applied']
    local all_ran = states.ran and not (states.waiting or states.held or states.reported)
    -- While deliveries stay in the queue, the store responds at once. The pause avoids its rate limit.
    return (has_waited or all_ran) and 0 or PAUSE_SECONDS
  end)
  local pause = result
  if not ok then
    local problem = type(result) == 'table' and result or { message = tostring(result) }
    failures = failures + 1
    pause = problem.retry_after or math.min(60, 2 ^ (failures - 1)) * (0.5 + math.random() / 2)
    print(('%s. Retrying in %.0f s'):format(problem.message, pause))
  end
  socket.sleep(pause)
end
