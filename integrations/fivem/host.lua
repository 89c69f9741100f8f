-- The functions of this game that the core needs.

local game, settings, call_export = ...

local STEP_MILLISECONDS = 4
local MAX_STEP_COMMANDS = 20
local ID_RULES = {
  plain = '^[A-Za-z0-9_][A-Za-z0-9_.:-]*$',
  reserved = { all = true, me = true },
  separator = ';',
  max_id_length = 128,
  max_command_bytes = 1000,
}

local function journal_name(slot)
  return string.format('journal-%d.json', slot)
end

--- PerformHttpRequest has no timeout, so a response that arrives too late is ignored.
local function send_request(request, callback)
  local is_finished = false
  local function finish(status, text)
    if not is_finished then
      is_finished = true
      callback(status, text)
    end
  end
  PerformHttpRequest(request.url, function(status, text)
    finish(tonumber(status) or 0, text)
  end, request.method, request.body or '', request.headers)
  SetTimeout(request.timeout * 1000, function()
    finish(0)
  end)
end

local fill_id = game.create_fill(ID_RULES)

--- Returns the command, or nil and the reason why it cannot be filled in.
local function fill(template, id)
  local source = game.players.source_of(id)
  if not source and template:find('{source}', 1, true) then
    return nil, '{source} works only for online players: remove --no-online from the product'
  end
  local with_source = template:gsub('{source}', tostring(source))
  return fill_id(with_source, id)
end

return {
  now = function()
    return GetGameTimer() / 1000
  end,
  clock = os.time,
  log = game.log,
  run = game.console.run,
  fill = fill,
  request = send_request,
  online = game.players.online,
  --- Returns how many people play, and how many can.
  count_players = function()
    return #GetPlayers(), GetConvarInt('sv_maxclients', 30)
  end,
  is_online = function(id)
    return game.players.source_of(id) ~= nil
  end,
  free_slots = function(id)
    local source = settings.free_slots ~= '' and game.players.source_of(id)
    return source and tonumber(call_export(settings.free_slots, tonumber(source))) or nil
  end,

  decode = function(text)
    local ok, value = pcall(json.decode, text or '')
    return ok and value or nil
  end,
  load = function(slot)
    return LoadResourceFile(game.resource, journal_name(slot))
  end,
  save = function(slot, text)
    -- Depending on the version of the server, the result is true or 1.
    local saved = SaveResourceFile(game.resource, journal_name(slot), text, #text)
    return saved == true or saved == 1
  end,

  --- Returns a function that says whether another command may run in this step of the game.
  budget = function()
    local commands, until_ms = 0, GetGameTimer() + STEP_MILLISECONDS
    return function()
      commands = commands + 1
      return commands <= MAX_STEP_COMMANDS and GetGameTimer() <= until_ms
    end
  end,
}
