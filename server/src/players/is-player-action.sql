/* Whether the subject of an audit row with this action is a player. The id of a player can look like the id of anything else. */
create or replace function is_player_action(action text) returns boolean
  language sql immutable parallel safe
  return action in ('getPlayer', 'exportPlayer', 'erasePlayer', 'banPlayer', 'liftBan', 'setPlayerNaming');
