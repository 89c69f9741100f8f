-- Runs one element step by step. A step is on disk as begun before it runs, so that after a crash it is known to be in
-- doubt and is never run a second time by itself.

local part = ...
local clean_text = part('clean-text')

local TEXT_MOST = 1000

local function steps_of(element)
  local steps = {}
  for _, product in ipairs(element.products) do
    for _, command in ipairs(product.commands or {}) do
      steps[#steps + 1] = command
    end
  end
  return steps
end

return function(host, journal)
  local function conclude(item, fields)
    local element = item.element
    fields.id, fields.attempt, fields.done = element.id, element.attempt, item.done
    fields.reason = fields.reason and clean_text(fields.reason, TEXT_MOST)
    fields.output = clean_text(table.concat(item.said, ' | '), TEXT_MOST)
    return fields
  end

  local function fail(item, reason, retry)
    return conclude(item, { outcome = 'failed', reason = reason, retry = retry })
  end

  local function is_away(item)
    return item.element.conditions.online and not host.is_online(item.element.gameUserId)
  end

  --- True when the player has room and has waited as long as the product asks.
  local function may_begin(item)
    local conditions, player = item.element.conditions, item.element.gameUserId
    local free = conditions.freeSlots > 0 and host.free_slots(player)
    if free and free < conditions.freeSlots then
      item.waits_for = 'free inventory slots'
      return false
    end
    item.met_at = item.met_at or host.now()
    item.waits_for = 'its delay'
    return host.now() - item.met_at >= conditions.delaySeconds
  end

  local function run_step(item, template)
    local element = item.element
    local line, refusal = host.fill(template, element.gameUserId)
    if not line then
      return fail(item, refusal, false)
    end
    local begun = {
      id = element.id,
      attempt = element.attempt,
      done = item.done,
      begun = true,
      repeatable = element.repeatable,
      line = line,
    }
    if not journal.put(begun) then
      return nil, 'the journal cannot be written'
    end
    item.begun = true
    local fine, ok, text, retry = pcall(host.run, line, element.gameUserId)
    if not fine then
      -- It stopped somewhere inside: what it did before that is done.
      local reason = 'error in the command: ' .. tostring(ok)
      return element.repeatable and fail(item, reason) or conclude(item, { outcome = 'in_doubt', reason = reason })
    end
    item.said[#item.said + 1] = text and clean_text(text, TEXT_MOST)
    if not ok then
      return fail(item, text or 'the command failed', retry)
    end
    item.done = item.done + 1
  end

  return {
    begin = function(element)
      local record = journal.get(element.id)
      local known = record and record.attempt == element.attempt and record.done or 0
      return {
        element = element,
        steps = steps_of(element),
        done = math.max(element.done, known),
        said = {},
        begun = false,
      }
    end,

    --- An outcome when it has ended, `leave` when it has to be given up unbegun, nothing when it goes on later.
    advance = function(item, has_time)
      if not item.begun and not is_away(item) and not may_begin(item) then
        return nil
      end
      while true do
        if is_away(item) then
          return item.begun and fail(item, 'the player left the game') or 'leave'
        end
        if item.done >= #item.steps then
          return conclude(item, { outcome = 'done' })
        end
        if not has_time() then
          return nil
        end
        local outcome, trouble = run_step(item, item.steps[item.done + 1])
        if outcome or trouble then
          return outcome, trouble
        end
      end
    end,
  }
end
