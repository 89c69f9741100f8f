fx_version 'cerulean'
game 'common'
lua54 'yes'

name 'quartermaster'
description 'Delivers what players buy in your Quartermaster store'
version '0.1.0'

-- Server side only. Files in client_scripts, shared_scripts or files would be sent to every player who joins.
server_only 'yes'
server_script 'server.lua'
