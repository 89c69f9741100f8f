-- Games can print any bytes, but the store rejects a report that is not valid UTF-8.

local VALID_CHARACTERS = {
  '^[\32-\126]',
  '^[\194-\223][\128-\191]',
  '^[\224-\239][\128-\191][\128-\191]',
  '^[\240-\244][\128-\191][\128-\191][\128-\191]',
}

local function character_at(text, position)
  for _, pattern in ipairs(VALID_CHARACTERS) do
    local character = text:match(pattern, position)
    if character then
      return character
    end
  end
end

--- Returns the text as valid UTF-8 on one line, cut after `max_length` characters, or nil if nothing remains.
return function(text, max_length)
  local line = tostring(text):gsub('%c+', ' '):gsub('^ +', ''):gsub(' +$', '')
  local characters, position = {}, 1
  while position <= #line and #characters < max_length do
    local character = character_at(line, position)
    characters[#characters + 1] = character or '?'
    position = position + (character and #character or 1)
  end
  return #characters > 0 and table.concat(characters) or nil
end
