-- Runs in the client. The player types /link when they have joined, and everything that the game answers is in the log of the client.

minetest.register_on_receiving_chat_message(function(message)
  minetest.log('action', 'chat: ' .. minetest.strip_colors(message))
end)

local function type_when_joined()
  if minetest.localplayer then
    minetest.send_chat_message('/link')
  else
    minetest.after(0.5, type_when_joined)
  end
end

minetest.register_on_mods_loaded(function()
  minetest.after(0.5, type_when_joined)
end)
