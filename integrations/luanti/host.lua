-- The functions of this game that the core needs.

local STEP_MICROSECONDS = 4000
local MAX_STEP_COMMANDS = 20
local NAME_RULES = {
  plain = '^[A-Za-z0-9_][A-Za-z0-9_-]*$',
  reserved = {},
  separator = '\n',
  max_id_length = 19,
  max_command_bytes = 500,
}

local function journal_path(slot)
  return string.format('%s/quartermaster-journal-%d', minetest.get_worldpath(), slot)
end

local function send_request(http, request, callback)
  -- Without the empty Expect header, cURL delays a long body until the store accepts it.
  local headers = { 'Expect:' }
  for name, value in pairs(request.headers) do
    headers[#headers + 1] = name .. ': ' .. value
  end
  http.fetch({
    url = request.url,
    method = request.method,
    data = request.body,
    extra_headers = headers,
    timeout = request.timeout,
  }, function(result)
    callback(result.succeeded and result.code or 0, result.data)
  end)
end

--- Buyers may write a name in any case, and the store ignores the case. The commands of the game do not, so this finds
--- the player with the exact name.
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
  local count = 0
  for _, stack in ipairs(player:get_inventory():get_list('main')) do
    count = count + (stack:is_empty() and 1 or 0)
  end
  return count
end

return function(game)
  local fill = game.create_fill(NAME_RULES)
  return {
    now = function()
      return minetest.get_us_time() / 1000000
    end,
    clock = os.time,
    log = game.log,
    run = game.run,
    fill = function(template, name)
      local player = find_player(name)
      return fill(template, name, player and player:get_player_name())
    end,
    free_slots = free_slots,
    decode = minetest.parse_json,

    request = function(request, callback)
      send_request(game.http, request, callback)
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
    --- Returns how many people play, and how many can.
    count_players = function()
      return #minetest.get_connected_players(), tonumber(minetest.settings:get('max_users')) or 15
    end,
    is_online = function(name)
      return find_player(name) ~= nil
    end,

    --- Returns a function that says whether another command may run in this step of the game.
    budget = function()
      local commands, until_us = 0, minetest.get_us_time() + STEP_MICROSECONDS
      return function()
        commands = commands + 1
        return commands <= MAX_STEP_COMMANDS and minetest.get_us_time() < until_us
      end
    end,
  }
end
