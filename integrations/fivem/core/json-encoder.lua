-- Encodes JSON. The encoders of the games cannot distinguish an empty list from an empty object.

local LIST_METATABLE = {}

--- Marks a table as a list.
local function list(values)
  return setmetatable(values, LIST_METATABLE)
end

local function quote(text)
  local escaped = text:gsub('[%c"\\\127]', function(character)
    return string.format('\\u%04x', character:byte())
  end)
  return '"' .. escaped .. '"'
end

local encode

local function encode_list(values)
  local parts = {}
  for index, value in ipairs(values) do
    parts[index] = encode(value)
  end
  return '[' .. table.concat(parts, ',') .. ']'
end

local function encode_object(fields)
  local parts = {}
  for name, value in pairs(fields) do
    parts[#parts + 1] = quote(name) .. ':' .. encode(value)
  end
  return '{' .. table.concat(parts, ',') .. '}'
end

function encode(value)
  local kind = type(value)
  if kind == 'table' then
    return getmetatable(value) == LIST_METATABLE and encode_list(value) or encode_object(value)
  elseif kind == 'string' then
    return quote(value)
  elseif kind == 'number' then
    return value == math.floor(value) and string.format('%d', value) or string.format('%.3f', value)
  end
  return tostring(value)
end

return { encode = encode, list = list }
