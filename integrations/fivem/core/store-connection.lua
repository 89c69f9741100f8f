-- The connection to the store. It uses the newest interface that the store supports and backs off after failures. Each
-- problem is logged once when it begins and once when it ends.

local load_part = ...
local create_store_v2 = load_part('store-v2')
local create_store_v1 = load_part('store-v1')

local MAX_BACKOFF_SECONDS = 30
local UNAUTHORIZED_BACKOFF_SECONDS = 60
local REQUEST_TIMEOUT_SECONDS = 15

local function describe_status(status)
  if status == 0 then
    return 'the store is unreachable'
  elseif status == 401 or status == 403 then
    return 'the store does not accept the server key'
  elseif status == 404 then
    return 'there is no store at this address'
  end
  return string.format('the store responded with status %d', status)
end

return function(host, journal, options)
  local failures, problems = {}, {}
  local store, is_open, is_connecting, not_before, store_name

  local function send_request(request, callback)
    local headers = { Authorization = 'Bearer ' .. options.key }
    headers['Content-Type'] = request.body and 'application/json' or nil
    headers['Prefer'] = request.wait and string.format('wait=%d', request.wait) or nil
    host.request({
      method = request.method,
      url = options.url .. request.path,
      headers = headers,
      body = request.body,
      timeout = (request.wait or 0) + REQUEST_TIMEOUT_SECONDS,
    }, function(status, text)
      local body = status == 200 and host.decode(text) or nil
      local ok, message = pcall(callback, status, type(body) == 'table' and body or nil)
      if not ok then
        host.log('error', tostring(message))
      end
    end)
  end

  local function set_problem(task, problem)
    if problem and problems[task] ~= problem then
      host.log('warning', problem .. ' (' .. task .. ')')
    elseif not problem and problems[task] then
      host.log('info', task .. ' works again')
    end
    problems[task] = problem
  end

  --- Returns when to try again.
  local function record_failure(task, status)
    failures[task] = (failures[task] or 0) + 1
    set_problem(task, describe_status(status))
    if status == 401 or status == 403 then
      return host.now() + UNAUTHORIZED_BACKOFF_SECONDS
    end
    if status == 404 and task ~= 'report' then
      is_open, store = false, nil
    end
    local seconds = math.min(MAX_BACKOFF_SECONDS, 2 ^ (failures[task] - 1))
    return host.now() + seconds * (0.75 + math.random() / 2)
  end

  local function record_success(task)
    failures[task] = 0
    set_problem(task, nil)
  end

  local function connect()
    is_connecting = true
    store = store or create_store_v2(send_request)
    store.init(options.port, function(status, response)
      is_connecting = false
      if response then
        is_open, store_name = true, response.store and response.store.name
        record_success('connection')
        host.log('info', string.format('connected to %s, games interface %s', store_name or 'the store', store.version))
      elseif status == 404 and store.version == '2.0' then
        store = create_store_v1(send_request, journal, host)
        not_before = host.now()
      else
        not_before = record_failure('connection', status)
      end
    end)
  end

  return {
    --- Starts to connect if the connection is closed and the back-off has passed.
    is_open = function(now)
      if not is_open and not is_connecting and now >= (not_before or 0) then
        connect()
      end
      return is_open
    end,
    store = function()
      return store
    end,
    record_failure = record_failure,
    record_success = record_success,
    set_problem = set_problem,
    describe = function()
      local state = 'not connected'
      if is_open then
        state = string.format('connected to %s, games interface %s', store_name or 'the store', store.version)
      end
      local lines = { state }
      for task, problem in pairs(problems) do
        lines[#lines + 1] = task .. ': ' .. problem
      end
      return lines
    end,
  }
end
