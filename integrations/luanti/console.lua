-- Runs commands like the chat of the server and returns their results.

local function to_plain_text(text)
  if type(text) ~= 'string' then
    return nil
  end
  local english = minetest.get_translated_string and minetest.get_translated_string('en', text) or text
  return minetest.strip_colors(english)
end

--- `/give` reports success even if the inventory is full, so this is checked before.
local function lacks_room(name, param)
  local receiver, item = param:match('^(%S+)%s+(.+)$')
  local player = name == 'give' and receiver and minetest.get_player_by_name(receiver)
  if not player then
    return false
  end
  local stack = ItemStack(item)
  return stack:is_known() and not player:get_inventory():room_for_item('main', stack)
end

--- The returned function returns whether the command succeeded, its output, and false if a retry would fail too.
return function(account)
  return function(line)
    local name, param = line:match('^([^ ]+) *(.*)$')
    for _, callback in ipairs(minetest.registered_on_chatcommands) do
      if callback(account, name, param) then
        return true, 'handled by another mod'
      end
    end
    local command = minetest.registered_chatcommands[name]
    if not command then
      return false, 'no such command: ' .. name, false
    end
    local is_allowed, missing = minetest.check_player_privs(account, command.privs)
    if not is_allowed then
      local list = table.concat(missing, ', ')
      return false, account .. ' lacks privileges; add to quartermaster.privs in minetest.conf: ' .. list, false
    elseif lacks_room(name, param) then
      return false, 'no room in the inventory'
    end
    local ok, text = command.func(account, param)
    if ok == false then
      return false, to_plain_text(text) or 'invalid arguments for the command ' .. name
    end
    return true, to_plain_text(text)
  end
end
