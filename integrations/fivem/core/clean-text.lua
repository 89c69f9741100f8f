-- What a game says may hold anything. A report that the store cannot read would never arrive.

local VALID = {
  '^[\32-\126]',
  '^[\194-\223][\128-\191]',
  '^[\224-\239][\128-\191][\128-\191]',
  '^[\240-\244][\128-\191][\128-\191][\128-\191]',
}

local function character_at(text, at)
  for _, pattern in ipairs(VALID) do
    local char = text:match(pattern, at)
    if char then
      return char
    end
  end
end

--- The text as valid UTF-8 on one line, cut after `most` characters; nil when nothing is left.
return function(text, most)
  local line = tostring(text):gsub('%c+', ' '):gsub('^ +', ''):gsub(' +$', '')
  local out, at = {}, 1
  while at <= #line and #out < most do
    local char = character_at(line, at)
    out[#out + 1] = char or '?'
    at = at + (char and #char or 1)
  end
  return #out > 0 and table.concat(out) or nil
end
