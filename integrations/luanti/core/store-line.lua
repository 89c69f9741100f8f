-- The line to the store: says hello in the newest interface both sides know, and knows how long to be quiet after a
-- failure. Troubles are logged once when they begin and once when they end.

local part = ...
local store_v2 = part('store-v2')
local store_v1 = part('store-v1')

local LONGEST_PAUSE = 30
local REFUSED_PAUSE = 60
local ANSWER_SECONDS = 15

local function explain(status)
  if status == 0 then
    return 'the store cannot be reached'
  elseif status == 401 or status == 403 then
    return 'the store refuses the key'
  elseif status == 404 then
    return 'no store is at this address'
  end
  return string.format('the store answered %d', status)
end

return function(host, journal, options)
  local failures, troubles = {}, {}
  local store, open, greeting, not_before, name

  local function request(ask, done)
    local headers = { Authorization = 'Bearer ' .. options.key }
    headers['Content-Type'] = ask.body and 'application/json' or nil
    headers['Prefer'] = ask.wait and string.format('wait=%d', ask.wait) or nil
    host.request({
      method = ask.method,
      url = options.url .. ask.path,
      headers = headers,
      body = ask.body,
      timeout = (ask.wait or 0) + ANSWER_SECONDS,
    }, function(status, text)
      local answer = status == 200 and host.decode(text) or nil
      local fine, fault = pcall(done, status, type(answer) == 'table' and answer or nil)
      if not fine then
        host.log('error', tostring(fault))
      end
    end)
  end

  local function note(what, trouble)
    if trouble and troubles[what] ~= trouble then
      host.log('warning', trouble .. ' (' .. what .. ')')
    elseif not trouble and troubles[what] then
      host.log('info', what .. ' works again')
    end
    troubles[what] = trouble
  end

  --- When to try again.
  local function failed(what, status)
    failures[what] = (failures[what] or 0) + 1
    note(what, explain(status))
    if status == 401 or status == 403 then
      return host.now() + REFUSED_PAUSE
    end
    if status == 404 and what ~= 'report' then
      open, store = false, nil
    end
    local pause = math.min(LONGEST_PAUSE, 2 ^ (failures[what] - 1))
    return host.now() + pause * (0.75 + math.random() / 2)
  end

  local function worked(what)
    failures[what] = 0
    note(what, nil)
  end

  local function greet()
    greeting = true
    store = store or store_v2(request)
    store.init(options.port, function(status, welcome)
      greeting = false
      if welcome then
        open, name = true, welcome.store and welcome.store.name
        worked('hello')
        host.log('info', string.format('connected to %s by interface %s', name or 'the store', store.version))
      elseif status == 404 and store.version == '2.0' then
        store = store_v1(request, journal, host)
        not_before = host.now()
      else
        not_before = failed('hello', status)
      end
    end)
  end

  return {
    --- Also opens it, some time after it was closed.
    is_open = function(now)
      if not open and not greeting and now >= (not_before or 0) then
        greet()
      end
      return open
    end,
    store = function()
      return store
    end,
    failed = failed,
    worked = worked,
    note = note,
    describe = function()
      local lines = { open and string.format('connected to %s, interface %s', name or 'the store', store.version) or 'not connected' }
      for what, trouble in pairs(troubles) do
        lines[#lines + 1] = what .. ': ' .. trouble
      end
      return lines
    end,
  }
end
