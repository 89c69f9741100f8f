-- Writes what every player has in the game to a file, whenever it changes.

local path = minetest.get_worldpath() .. '/seen.json'
local last

local function diamonds_of(player)
  local count = 0
  for _, stack in ipairs(player:get_inventory():get_list('main')) do
    count = count + (stack:get_name() == 'default:diamond' and stack:get_count() or 0)
  end
  return count
end

minetest.register_globalstep(function()
  local seen = { step = 0 }
  for _, player in ipairs(minetest.get_connected_players()) do
    local name = player:get_player_name()
    seen[name] = { diamonds = diamonds_of(player), canFly = minetest.check_player_privs(name, { fly = true }) }
  end
  local text = minetest.write_json(seen)
  if text ~= last then
    last = text
    minetest.safe_file_write(path, text)
  end
end)

--- A command that takes long enough to kill the server while it runs.
minetest.register_chatcommand('stall', {
  func = function()
    local file = io.open(minetest.get_worldpath() .. '/stalls', 'a')
    file:write('.')
    file:close()
    local until_us = minetest.get_us_time() + 20 * 1000000
    while minetest.get_us_time() < until_us do
    end
    return true
  end,
})
