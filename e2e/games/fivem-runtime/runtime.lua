-- The part of the FiveM server runtime that the resource uses. It reads instructions from standard input and writes
-- what happened to standard output: each line is a word and values in hexadecimal after an x. The parent process sends
-- the HTTP requests.

local here, folder = arg[1], arg[2]
local read_json = dofile(here .. '/read-json.lua')

local now = 0
local players, convars, commands, handlers, events = {}, {}, {}, {}, {}
local threads, timers, requests = {}, {}, {}
local free_slots, save_works = 0, true

local function unhex(text)
  return (text:gsub('%x%x', function(pair)
    return string.char(tonumber(pair, 16))
  end))
end

local function tell(kind, ...)
  local words = { kind }
  for _, value in ipairs({ ... }) do
    words[#words + 1] = 'x' .. tostring(value):gsub('.', function(char)
      return string.format('%02x', char:byte())
    end)
  end
  io.stdout:write(table.concat(words, ' '), '\n')
  io.stdout:flush()
end

function print(...)
  tell('print', table.concat({ ... }, ' '))
end

json = { decode = read_json }

function GetCurrentResourceName()
  return 'quartermaster'
end

function GetConvar(name, default)
  return convars[name] or default
end

function GetConvarInt(name, default)
  return tonumber(convars[name]) or default
end

function GetGameTimer()
  return now
end

function LoadResourceFile(_, name)
  local file = io.open(folder .. '/' .. name, 'rb')
  local text = file and file:read('a')
  if file then
    file:close()
  end
  return text
end

function SaveResourceFile(_, name, text)
  local file = save_works and io.open(folder .. '/' .. name, 'wb')
  if not file then
    return false
  end
  file:write(text)
  file:close()
  return 1
end

function GetPlayers()
  local list = {}
  for source in pairs(players) do
    list[#list + 1] = source
  end
  table.sort(list)
  return list
end

function GetPlayerIdentifiers(source)
  return players[tostring(source)] or {}
end

function GetPlayerName(source)
  return players[tostring(source)] and 'a player'
end

function GetRegisteredCommands()
  local list = {}
  for name in pairs(commands) do
    list[#list + 1] = { name = name }
  end
  return list
end

function IsAceAllowed(object)
  return commands[object:match('^command%.(.+)$')] == 'allowed' and 1 or false
end

function GetInvokingResource()
  return 'tests'
end

function RegisterCommand(name, handler)
  handlers[name] = handler
end

local function leave(id)
  for source, identifiers in pairs(players) do
    players[source] = identifiers[1] ~= id and identifiers or nil
  end
end

--- The console: it reports every command, and some commands do what tests need.
function ExecuteCommand(line)
  tell('ran', line)
  local name, rest = line:match('^(%S+)%s*(.*)$')
  if name == 'crash' then
    os.exit(9)
  elseif name == 'leave' then
    leave(rest)
  end
end

function AddEventHandler(name, handler)
  events[name] = handler
end

function CreateThread(run)
  threads[#threads + 1] = { routine = coroutine.create(run), at = 0 }
end

function Wait(milliseconds)
  coroutine.yield(milliseconds)
end

function SetTimeout(milliseconds, run)
  timers[#timers + 1] = { at = now + milliseconds, run = run }
end

function PerformHttpRequest(url, done, method, body, headers)
  requests[#requests + 1] = done
  local lines = {}
  for name, value in pairs(headers) do
    lines[#lines + 1] = name .. ': ' .. value
  end
  tell('request', #requests, method, url, body, table.concat(lines, '\n'))
end

local own_exports = {}
exports = setmetatable({}, {
  __call = function(_, name, run)
    own_exports[name] = run
  end,
  __index = function()
    return {
      getId = function(_, source)
        return 'citizen-' .. source
      end,
      freeSlots = function()
        return free_slots
      end,
    }
  end,
})

local function tick()
  for _, thread in ipairs(threads) do
    if thread.at <= now then
      local fine, pause = coroutine.resume(thread.routine)
      assert(fine, pause)
      thread.at = now + (pause or math.huge)
    end
  end
  local due = timers
  timers = {}
  for _, timer in ipairs(due) do
    if timer.at <= now then
      timer.run()
    else
      timers[#timers + 1] = timer
    end
  end
end

local orders = {
  convar = function(name, value)
    convars[name] = value
  end,
  command = function(name, permission)
    commands[name] = permission
  end,
  handler = function(name, answer)
    own_exports.handle(name, function(source, words)
      tell('handled', name, source, table.concat(words, ','))
      assert(answer ~= 'error', 'the handler breaks')
      return answer == 'yes', 'the handler says ' .. answer
    end)
  end,
  join = function(source, identifier)
    players[source] = { identifier }
    events.playerJoining()
  end,
  leave = leave,
  slots = function(count)
    free_slots = tonumber(count)
  end,
  saving = function(word)
    save_works = word == 'works'
  end,
  type = function(name, ...)
    handlers[name](0, { ... })
  end,
  answer = function(id, status, body)
    requests[tonumber(id)](tonumber(status), body ~= '' and body or nil, {})
  end,
  start = function()
    dofile(folder .. '/server.lua')
  end,
  tick = function(milliseconds)
    now = tonumber(milliseconds)
    tick()
  end,
}

for line in io.stdin:lines() do
  local words = {}
  for word in line:gmatch('%S+') do
    words[#words + 1] = word
  end
  for index = 2, #words do
    words[index] = unhex(words[index]:sub(2))
  end
  orders[words[1]](table.unpack(words, 2))
end
