-- The interface 2.0: the store knows attempts, failures and doubts, and leaves out whom we do not name as online.

local part = ...
local json = part('json-text')

return function(request)
  local function call(name, body, wait, done)
    request({ method = 'POST', path = '/api/games/2.0/' .. name, body = json.encode(body), wait = wait }, done)
  end

  return {
    version = '2.0',
    names_online = true,
    pause_after_nothing = 1,

    --- done(status, { store, server })
    init = function(port, done)
      call('init', { serverPort = port }, nil, done)
    end,

    --- done(status, elements)
    poll = function(ask, done)
      local body = { online = json.list(ask.online), holding = json.list(ask.holding), most = ask.most }
      call('poll', body, ask.wait, function(status, answer)
        done(status, answer and answer.commands)
      end)
    end,

    --- done(status, settled): one of `settled` for each outcome, in their order
    report = function(outcomes, done)
      call('report', { outcomes = json.list(outcomes) }, nil, function(status, answer)
        done(status, answer and answer.results)
      end)
    end,
  }
end
