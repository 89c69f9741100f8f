-- A small JSON parser, because the real server has its own.

local ESCAPES = { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }

local read_value

local function skip(text, at)
  return text:find('%S', at) or #text + 1
end

local function read_string(text, at)
  local parts = {}
  while true do
    local stop = assert(text:find('["\\]', at), 'a string without an end')
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:sub(stop, stop) == '"' then
      return table.concat(parts), stop + 1
    end
    local code = text:match('^u(%x%x%x%x)', stop + 1)
    local char = text:sub(stop + 1, stop + 1)
    parts[#parts + 1] = code and utf8.char(tonumber(code, 16)) or ESCAPES[char] or char
    at = stop + (code and 6 or 2)
  end
end

local function read_items(text, at, close, read_item)
  local items = {}
  at = skip(text, at)
  if text:sub(at, at) == close then
    return items, at + 1
  end
  while true do
    at = skip(text, read_item(items, skip(text, at)))
    local char = text:sub(at, at)
    if char == close then
      return items, at + 1
    end
    assert(char == ',', 'a comma is missing')
    at = at + 1
  end
end

local function read_element(items, text, at)
  items[#items + 1], at = read_value(text, at)
  return at
end

local function read_member(items, text, at)
  assert(text:sub(at, at) == '"', 'a name is missing')
  local name
  name, at = read_string(text, at + 1)
  at = skip(text, at)
  assert(text:sub(at, at) == ':', 'a colon is missing')
  items[name], at = read_value(text, skip(text, at + 1))
  return at
end

function read_value(text, at)
  local char = text:sub(at, at)
  if char == '{' or char == '[' then
    local read_item = char == '{' and read_member or read_element
    return read_items(text, at + 1, char == '{' and '}' or ']', function(items, here)
      return read_item(items, text, here)
    end)
  elseif char == '"' then
    return read_string(text, at + 1)
  end
  local word = text:match('^[%w%+%-%.]+', at)
  assert(word, 'not JSON')
  if word == 'true' or word == 'false' or word == 'null' then
    return ({ ['true'] = true, ['false'] = false })[word], at + #word
  end
  return assert(tonumber(word), 'not JSON'), at + #word
end

return function(text)
  local value, at = read_value(text, skip(text, 1))
  assert(skip(text, at) > #text, 'something follows')
  return value
end
