-- Fills commands with both mods. Each line of input is `game template id`, each line of output the command, or nothing if the
-- mod refuses. Templates, ids and commands are in hexadecimal, because they contain line breaks.

local folder = ...

local function from_hex(text)
  return (text:gsub('%x%x', function(pair)
    return string.char(tonumber(pair, 16))
  end))
end

local function to_hex(text)
  return (text:gsub('.', function(character)
    return string.format('%02x', character:byte())
  end))
end

local function create_fill(game)
  local chunk = loadfile(folder .. '/' .. game .. '/core/fill-command.lua')
  return chunk and chunk()
end

minetest = {
  get_player_by_name = function() end,
  get_connected_players = function()
    return {}
  end,
}
local players = { source_of = function() end }
local fivem = { console = {}, players = players, create_fill = create_fill('fivem') }
local hosts = {
  luanti = assert(loadfile(folder .. '/luanti/host.lua'))()({ create_fill = create_fill('luanti') }),
  fivem = assert(loadfile(folder .. '/fivem/host.lua'))(fivem, {}),
}

for line in io.lines() do
  local game, template, id = line:match('^(%S+) (%S*) (%S*)$')
  print(to_hex(hosts[game].fill(from_hex(template), from_hex(id)) or ''))
end
