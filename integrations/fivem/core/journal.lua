-- The deliveries that were begun and are not yet confirmed by the store. It is on disk before and after each command.
--
-- Two files are written alternately, and each contains everything. If a write is cut off, the other file is complete.
-- Scripts have no fsync in either game: a crash of the game loses nothing, a power failure can lose the last seconds.
--
-- Fields of a record: id, attempt, done, and
--   begun, line, repeatable     a command was started
--   outcome, player, unsaved    all commands ran; unsaved: the game may not have saved their effects yet
--   kept, reason, retry_at      `held` or `waiting`, only with games 1.0

local load_part = ...
local json = load_part('json-encoder')

local function checksum(text)
  local sum = 7
  for position = 1, #text do
    sum = (sum * 31 + text:byte(position)) % 2147483647
  end
  return string.format('%d', sum)
end

local function read_file(host, slot)
  local text = host.load(slot)
  if not text then
    return nil
  end
  local version, sum, body = text:match('^(%d+) (%d+)\n(.*)$')
  local records = body and checksum(body) == sum and host.decode(body)
  return type(records) == 'table' and { version = tonumber(version), records = records } or nil
end

local function read_newest_file(host)
  local first, second = read_file(host, 1), read_file(host, 2)
  if first and second then
    return first.version > second.version and first or second
  end
  return first or second or { version = 0, records = {} }
end

return function(host)
  local file = read_newest_file(host)
  local version, records = file.version, {}
  for _, record in ipairs(file.records) do
    records[record.id] = record
  end

  local function write()
    local list = json.list({})
    for _, record in pairs(records) do
      list[#list + 1] = record
    end
    local body = json.encode(list)
    local next_version = version + 1
    -- A failed write may have damaged its file. The next write uses the same file, so the good one stays.
    if not host.save(next_version % 2 + 1, string.format('%d %s\n%s', next_version, checksum(body), body)) then
      return false
    end
    version = next_version
    return true
  end

  return {
    get = function(id)
      return records[id]
    end,
    each = function()
      return pairs(records)
    end,
    --- Returns false if the record is not on disk. Then the command must not run.
    put = function(record)
      records[record.id] = record
      return write()
    end,
    --- Call this after records were changed in place.
    write = write,
    delete = function(ids)
      local has_changed = false
      for _, id in ipairs(ids) do
        has_changed = has_changed or records[id] ~= nil
        records[id] = nil
      end
      return not has_changed or write()
    end,
  }
end
