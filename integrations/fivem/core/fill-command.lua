-- Puts a player id into a command, with the rules of the SDK (sdk/src/console-rules.ts, sdk/src/fill-command.ts): the game
-- must read exactly that id, as one argument or as part of one.

local PLACEHOLDER = '{userId}'

--- Replaces each quoted text, even an unclosed one, with an empty pair of quotes.
local function remove_quoted_text(text)
  return (text:gsub('"[^"]*"?', '""'))
end

--- Otherwise a player whose id is `stop` would stop the server.
local function is_command_name(before, separator)
  local same_command = remove_quoted_text(before):match('[^\n' .. separator .. ']*$')
  return not same_command:find('%S%s')
end

--- `rules`: `plain`, a pattern of ids that are one argument; `reserved`, lower-case words that mean several players or the
--- caller; `separator`, the character that ends a command; `max_id_length` and `max_command_bytes`.
--- The returned function returns the command, or nil and the reason why it cannot be filled in.
return function(rules)
  local function find_problem(template, id)
    if #id > rules.max_id_length then
      return 'the player id is longer than ' .. rules.max_id_length .. ' characters'
    elseif rules.reserved[id:lower()] then
      return 'the player id is "' .. id .. '", which means several players or the caller'
    elseif not id:match(rules.plain) then
      return 'the player id contains characters that are not safe in a command'
    end
    local position = template:find(PLACEHOLDER, 1, true)
    while position do
      if is_command_name(template:sub(1, position - 1), rules.separator) then
        return 'the command starts with {userId}, so a player could choose which command runs'
      end
      position = template:find(PLACEHOLDER, position + 1, true)
    end
  end

  return function(template, id, exact_id)
    local has_id = template:find(PLACEHOLDER, 1, true) ~= nil
    local problem = has_id and find_problem(template, id)
    if problem then
      return nil, problem
    end
    local line = template:gsub(PLACEHOLDER, has_id and (exact_id or id) or ''):gsub('^/', '')
    if line:find('%c') or not line:find('^%S') then
      return nil, 'the command is empty or has more than one line'
    elseif has_id and #line > rules.max_command_bytes then
      return nil, 'with this player id, the command is longer than ' .. rules.max_command_bytes .. ' bytes'
    end
    return line
  end
end
