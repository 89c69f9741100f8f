-- What the delivery needs to know of this game.

local STEP_MICROSECONDS = 4000
local STEP_COMMANDS = 20

local function journal_path(slot)
  return string.format('%s/quartermaster-journal-%d', minetest.get_worldpath(), slot)
end

local function request(http, ask, done)
  -- Without the empty Expect, a longer body waits for the store to say that it may come.
  local headers = { 'Expect:' }
  for name, value in pairs(ask.headers) do
    headers[#headers + 1] = name .. ': ' .. value
  end
  http.fetch({
    url = ask.url,
    method = ask.method,
    data = ask.body,
    extra_headers = headers,
    timeout = ask.timeout,
  }, function(result)
    done(result.succeeded and result.code or 0, result.data)
  end)
end

--- The player whom a buyer means. Buyers write names in small letters or large ones, and the store finds them all the
--- same; the commands of the game do not.
local function find_player(name)
  local exact = minetest.get_player_by_name(name)
  if exact then
    return exact
  end
  for _, player in ipairs(minetest.get_connected_players()) do
    if player:get_player_name():lower() == name:lower() then
      return player
    end
  end
end

local function free_slots(name)
  local player = find_player(name)
  if not player then
    return nil
  end
  local free = 0
  for _, stack in ipairs(player:get_inventory():get_list('main')) do
    free = free + (stack:is_empty() and 1 or 0)
  end
  return free
end

local function fill(template, name)
  if #name > 20 or not name:match('^[A-Za-z0-9_-]+$') then
    return nil, 'not a name that a player of this game can have'
  end
  local player = find_player(name)
  local line = template:gsub('{userId}', player and player:get_player_name() or name):gsub('^/', '')
  if line:match('%c') or not line:match('^[^ ]') then
    return nil, 'the command is empty or has more than one line'
  end
  return line
end

return function(game)
  return {
    now = function()
      return minetest.get_us_time() / 1000000
    end,
    clock = os.time,
    log = game.log,
    run = game.run,
    fill = fill,
    free_slots = free_slots,
    decode = minetest.parse_json,

    request = function(ask, done)
      request(game.http, ask, done)
    end,

    load = function(slot)
      local file = io.open(journal_path(slot), 'rb')
      local text = file and file:read('*a')
      if file then
        file:close()
      end
      return text
    end,
    save = function(slot, text)
      return minetest.safe_file_write(journal_path(slot), text)
    end,

    online = function()
      local names = {}
      for index, player in ipairs(minetest.get_connected_players()) do
        names[index] = player:get_player_name()
      end
      return names
    end,
    is_online = function(name)
      return find_player(name) ~= nil
    end,

    --- How much may be run in one step of the game.
    budget = function()
      local commands, until_us = 0, minetest.get_us_time() + STEP_MICROSECONDS
      return function()
        commands = commands + 1
        return commands <= STEP_COMMANDS and minetest.get_us_time() < until_us
      end
    end,
  }
end
