-- Starts the mod for Luanti in an emulation of the game in which a player has registered the account of the mod before. Prints
-- `password kept|replaced`, `join accepted|refused` and the privileges of the account.
-- Arguments: the folder of the mod, and `configured` or `unconfigured`.

local folder, state = ...
local accounts = { quartermaster = { password = 'known', privileges = {} } }
local settings = state == 'configured' and { ['quartermaster.url'] = 'http://store', ['quartermaster.key'] = 'k' } or {}
local guards, later = {}, {}

function SecureRandom()
  return {
    next_bytes = function(_, count)
      return ('r'):rep(count)
    end,
  }
end

local handler = {
  get_auth = function(name)
    return accounts[name]
  end,
  create_auth = function(name, password)
    accounts[name] = { password = password, privileges = {} }
  end,
  set_password = function(name, password)
    accounts[name].password = password
  end,
}

local function ignore() end
minetest = setmetatable({
  settings = {
    get = function(_, name)
      return settings[name]
    end,
  },
  request_http_api = function()
    return state == 'configured' and {} or nil
  end,
  get_modpath = function()
    return folder
  end,
  get_worldpath = function()
    return folder .. '/no-world'
  end,
  get_us_time = function()
    return 0
  end,
  get_auth_handler = function()
    return handler
  end,
  get_password_hash = function(_, password)
    return 'hash of ' .. password
  end,
  sha1 = function(text)
    return text
  end,
  registered_privileges = { give = {}, server = {}, privs = {} },
  string_to_privs = function(text)
    local privileges = {}
    for name in text:gmatch('[%w_]+') do
      privileges[name] = true
    end
    return privileges
  end,
  set_player_privs = function(name, privileges)
    accounts[name].privileges = privileges
  end,
  register_on_prejoinplayer = function(guard)
    guards[#guards + 1] = guard
  end,
  after = function(_, callback)
    later[#later + 1] = callback
  end,
}, {
  __index = function()
    return ignore
  end,
})

dofile(folder .. '/init.lua')
local is_refused = false
for _, guard in ipairs(guards) do
  is_refused = is_refused or guard('Quartermaster') ~= nil
end
for _, callback in ipairs(later) do
  callback()
end

local privileges = {}
for name in pairs(accounts.quartermaster.privileges) do
  privileges[#privileges + 1] = name
end
table.sort(privileges)
print('password ' .. (accounts.quartermaster.password == 'known' and 'kept' or 'replaced'))
print('join ' .. (is_refused and 'refused' or 'accepted'))
print('privileges ' .. table.concat(privileges, ','))
