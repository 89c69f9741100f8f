/* Whether a JSON text is about a player. Most texts are not, and those are not even parsed. */
create or replace function mentions_player(body text, player text) returns boolean
  language sql immutable parallel safe
  return case when strpos(body, to_json(player)::text) > 0
    then jsonb_path_exists(body::jsonb, '$.**.gameUserId ? (@ == $player)', jsonb_build_object('player', player))
      or jsonb_path_exists(body::jsonb, '$.**.gameUserIds[*] ? (@ == $player)', jsonb_build_object('player', player))
    else false end;
