-- Runs a delivery command by command. Each command is in the journal before it runs. After a crash its outcome is
-- therefore known to be uncertain, and it does not run a second time without a decision.

local load_part = ...
local clean_text = load_part('clean-text')

local MAX_TEXT_LENGTH = 1000

local function list_commands(delivery)
  local commands = {}
  for _, product in ipairs(delivery.products) do
    for _, command in ipairs(product.commands or {}) do
      commands[#commands + 1] = command
    end
  end
  return commands
end

return function(host, journal)
  local function finish(item, outcome)
    local delivery = item.delivery
    outcome.id, outcome.attempt, outcome.done = delivery.id, delivery.attempt, item.done
    outcome.reason = outcome.reason and clean_text(outcome.reason, MAX_TEXT_LENGTH)
    outcome.output = clean_text(table.concat(item.output, ' | '), MAX_TEXT_LENGTH)
    return outcome
  end

  local function fail(item, reason, retry)
    return finish(item, { outcome = 'failed', reason = reason, retry = retry })
  end

  local function is_player_missing(item)
    return item.delivery.conditions.online and not host.is_online(item.delivery.gameUserId)
  end

  --- Whether the player has enough free slots and the delay of the product has passed.
  local function are_conditions_met(item)
    local conditions, player = item.delivery.conditions, item.delivery.gameUserId
    local free_slots = conditions.freeSlots > 0 and host.free_slots(player)
    if free_slots and free_slots < conditions.freeSlots then
      item.waits_for = 'free inventory slots'
      return false
    end
    item.delay_started_at = item.delay_started_at or host.now()
    item.waits_for = 'its delay'
    return host.now() - item.delay_started_at >= conditions.delaySeconds
  end

  --- Returns an outcome if the delivery ended, or nil and a problem if the command cannot run now.
  local function run_command(item, template)
    local delivery = item.delivery
    local command, refusal = host.fill(template, delivery.gameUserId)
    if not command then
      return fail(item, refusal, false)
    end
    local record = {
      id = delivery.id,
      attempt = delivery.attempt,
      done = item.done,
      begun = true,
      repeatable = delivery.repeatable,
      line = command,
    }
    if not journal.put(record) then
      return nil, 'the journal cannot be written'
    end
    item.begun = true
    local is_caught, ok, text, retry = pcall(host.run, command, delivery.gameUserId)
    if not is_caught then
      -- The error may have occurred after the command had some effect.
      local reason = 'error in the command: ' .. tostring(ok)
      return delivery.repeatable and fail(item, reason) or finish(item, { outcome = 'in_doubt', reason = reason })
    end
    item.output[#item.output + 1] = text and clean_text(text, MAX_TEXT_LENGTH)
    if not ok then
      return fail(item, text or 'the command failed', retry)
    end
    item.done = item.done + 1
  end

  return {
    start = function(delivery)
      local record = journal.get(delivery.id)
      local recorded_done = record and record.attempt == delivery.attempt and record.done or 0
      return {
        delivery = delivery,
        commands = list_commands(delivery),
        done = math.max(delivery.done, recorded_done),
        output = {},
        begun = false,
      }
    end,

    --- Returns an outcome if the delivery ended, `release` if it cannot start because the player is offline, and nil if
    --- it continues later.
    advance = function(item, has_time)
      if not item.begun and not is_player_missing(item) and not are_conditions_met(item) then
        return nil
      end
      while true do
        if is_player_missing(item) then
          return item.begun and fail(item, 'the player left the game') or 'release'
        end
        if item.done >= #item.commands then
          return finish(item, { outcome = 'done' })
        end
        if not has_time() then
          return nil
        end
        local outcome, problem = run_command(item, item.commands[item.done + 1])
        if outcome or problem then
          return outcome, problem
        end
      end
    end,
  }
end
