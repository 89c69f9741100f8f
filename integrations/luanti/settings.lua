local function read_setting(name)
  local value = (minetest.settings:get('quartermaster.' .. name) or ''):match('^%s*(.-)%s*$')
  return value ~= '' and value or nil
end

--- A key file in the world folder takes precedence, because several worlds can share one minetest.conf.
local function read_key()
  local file = io.open(minetest.get_worldpath() .. '/quartermaster.key', 'r')
  if not file then
    return read_setting('key')
  end
  local text = file:read('*a'):match('^%s*(%S*)%s*$')
  file:close()
  return text ~= '' and text or nil
end

local settings = {
  url = (read_setting('url') or ''):gsub('/+$', ''),
  key = read_key(),
  port = tonumber(minetest.settings:get('port')) or 30000,
  account = read_setting('account') or 'quartermaster',
  privs = read_setting('privs') or 'give',
  report_delay_seconds = tonumber(read_setting('report_delay_seconds')) or 0,
  problems = {},
}

local function check(is_valid, problem)
  if not is_valid then
    table.insert(settings.problems, problem)
  end
end

check(
  settings.url:match('^https?://%S+$'),
  'quartermaster.url in minetest.conf must be the address of the store, for example https://store.example.com'
)
check(
  settings.key and settings.key:match('^[%w_.-]+$'),
  'quartermaster.key in minetest.conf must be the key of this server'
)
check(
  settings.account:match('^[%w_-]+$') and #settings.account <= 20,
  'quartermaster.account must be a valid player name of at most 20 characters'
)
if #settings.problems > 0 and not settings.account:match('^[%w_-]+$') then
  settings.account = 'quartermaster'
end

return settings
