-- What was begun and is not yet settled with the store, on disk before and after each command.
--
-- Two files take turns and each holds everything, so a write that is cut short costs nothing: the other file is whole.
-- Neither game offers fsync to scripts: a crash of the game loses nothing, a power cut may lose the last seconds.

local part = ...
local json = part('json-text')

local function checksum(text)
  local sum = 7
  for at = 1, #text do
    sum = (sum * 31 + text:byte(at)) % 2147483647
  end
  return string.format('%d', sum)
end

local function read_file(host, slot)
  local text = host.load(slot)
  if not text then
    return nil
  end
  local turn, sum, body = text:match('^(%d+) (%d+)\n(.*)$')
  local records = body and checksum(body) == sum and host.decode(body)
  return type(records) == 'table' and { turn = tonumber(turn), records = records } or nil
end

local function newest(host)
  local first, second = read_file(host, 1), read_file(host, 2)
  if first and second then
    return first.turn > second.turn and first or second
  end
  return first or second or { turn = 0, records = {} }
end

return function(host)
  local found = newest(host)
  local turn, records = found.turn, {}
  for _, record in ipairs(found.records) do
    records[record.id] = record
  end

  local function write()
    local all = json.list({})
    for _, record in pairs(records) do
      all[#all + 1] = record
    end
    local body = json.encode(all)
    local next_turn = turn + 1
    -- A failed write may have spoilt its file. The next one takes the same file again and leaves the good one alone.
    if not host.save(next_turn % 2 + 1, string.format('%d %s\n%s', next_turn, checksum(body), body)) then
      return false
    end
    turn = next_turn
    return true
  end

  return {
    get = function(id)
      return records[id]
    end,
    each = function()
      return pairs(records)
    end,
    --- False when it is not on disk; then nothing may be run on the strength of it.
    put = function(record)
      records[record.id] = record
      return write()
    end,
    --- After records were changed in place.
    write = write,
    forget = function(ids)
      local changed = false
      for _, id in ipairs(ids) do
        changed = changed or records[id] ~= nil
        records[id] = nil
      end
      return not changed or write()
    end,
  }
end
