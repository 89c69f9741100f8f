-- The games 2.0 interface. The store remembers attempts and outcomes, and leaves out players who are not online.

local load_part = ...
local json = load_part('json-encoder')

return function(send_request)
  local function call(name, body, wait, callback)
    send_request({ method = 'POST', path = '/api/games/2.0/' .. name, body = json.encode(body), wait = wait }, callback)
  end

  return {
    version = '2.0',
    names_online = true,
    idle_pause_seconds = 1,

    --- callback(status, { store, server })
    init = function(port, callback)
      call('init', { serverPort = port }, nil, callback)
    end,

    --- callback(status, { code, expiresAt })
    link = function(id, callback)
      call('link', { gameUserId = id }, nil, callback)
    end,

    --- callback(status, deliveries)
    poll = function(poll, callback)
      local body = {
        online = json.list(poll.online),
        holding = json.list(poll.holding),
        most = poll.max,
        playerCount = poll.player_count,
        maxPlayers = poll.max_players,
      }
      call('poll', body, poll.wait, function(status, response)
        callback(status, response and response.commands)
      end)
    end,

    --- callback(status, results): one result for each outcome, in the same order
    report = function(outcomes, callback)
      call('report', { outcomes = json.list(outcomes) }, nil, function(status, response)
        callback(status, response and response.results)
      end)
    end,
  }
end
