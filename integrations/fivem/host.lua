-- What the delivery needs to know of this game.

local game, settings, call_export = ...

local STEP_MILLISECONDS = 4
local STEP_COMMANDS = 20

local function journal_name(slot)
  return string.format('journal-%d.json', slot)
end

--- Requests have no time-out of their own here, so an answer that comes too late is not listened to.
local function request(ask, done)
  local answered = false
  local function answer(status, text)
    if not answered then
      answered = true
      done(status, text)
    end
  end
  PerformHttpRequest(ask.url, function(status, text)
    answer(tonumber(status) or 0, text)
  end, ask.method, ask.body or '', ask.headers)
  SetTimeout(ask.timeout * 1000, function()
    answer(0)
  end)
end

local function fill(template, id)
  if #id > 100 or not id:match('^[A-Za-z0-9:_-]+$') then
    return nil, 'the id holds what cannot be put into a command safely'
  end
  local source = game.players.source_of(id)
  if not source and template:find('{source}', 1, true) then
    return nil, '{source} is only known while the player is in the game: make that a condition of the product'
  end
  local line = template:gsub('{userId}', id):gsub('{source}', tostring(source)):gsub('^/', '')
  if line:match('%c') or not line:match('^%S') then
    return nil, 'the command is empty or has more than one line'
  end
  return line
end

return {
  now = function()
    return GetGameTimer() / 1000
  end,
  clock = os.time,
  log = game.log,
  run = game.console.run,
  fill = fill,
  request = request,
  online = game.players.online,

  is_online = function(id)
    return game.players.source_of(id) ~= nil
  end,
  free_slots = function(id)
    local source = settings.free_slots ~= '' and game.players.source_of(id)
    return source and tonumber(call_export(settings.free_slots, tonumber(source))) or nil
  end,

  decode = function(text)
    local fine, value = pcall(json.decode, text or '')
    return fine and value or nil
  end,
  load = function(slot)
    return LoadResourceFile(game.resource, journal_name(slot))
  end,
  save = function(slot, text)
    -- Natives say yes by true or by 1, depending on the version of the server.
    local saved = SaveResourceFile(game.resource, journal_name(slot), text, #text)
    return saved == true or saved == 1
  end,

  --- How much may be run in one step of the game.
  budget = function()
    local commands, until_ms = 0, GetGameTimer() + STEP_MILLISECONDS
    return function()
      commands = commands + 1
      return commands <= STEP_COMMANDS and GetGameTimer() <= until_ms
    end
  end,
}
