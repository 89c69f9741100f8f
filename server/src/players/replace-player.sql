/* A regular expression that matches exactly this text. */
create or replace function escape_regex(literal text) returns text
  language sql immutable parallel safe
  return regexp_replace(literal, '([]^.$*+?(){}|\\[])', '\\\1', 'g');

/* Replaces a player by a pseudonym in a JSON document. Only strings change, never keys, because the id of a player can be equal to
   a key. An id shorter than five characters is not replaced inside longer texts, where it could be anything. */
create or replace function replace_player(document jsonb, player text, pseudonym text) returns jsonb
  language plpgsql immutable parallel safe as
$$
begin
  case jsonb_typeof(document)
    when 'object' then
      return coalesce((
        select jsonb_object_agg(key, case
          when key = 'gameUserId' and value = to_jsonb(player) then to_jsonb(pseudonym)
          when key = 'gameUserIds' and value ? player then value - player || to_jsonb(pseudonym)
          else replace_player(value, player, pseudonym) end)
        from jsonb_each(document)), '{}');
    when 'array' then
      return coalesce((
        select jsonb_agg(replace_player(value, player, pseudonym) order by place)
        from jsonb_array_elements(document) with ordinality as e (value, place)), '[]');
    when 'string' then
      if length(player) < 5 then
        return document;
      end if;
      return to_jsonb(regexp_replace(document #>> '{}', '(?<!\w)' || escape_regex(player) || '(?!\w)', pseudonym, 'g'));
    else
      return document;
  end case;
end
$$;

/* A product of a delivery, or a list of products, without its commands. */
create or replace function erase_commands(products jsonb) returns jsonb
  language sql immutable parallel safe
  return case jsonb_typeof(products)
    when 'array' then (select jsonb_agg(one || '{"commands": []}' order by place)
      from jsonb_array_elements(products) with ordinality as e (one, place))
    else products || '{"commands": []}' end;

/* The commands that contain no value of a buyer. */
create or replace function without_fields(commands text[]) returns text[]
  language sql immutable parallel safe
  return array(select command from unnest(commands) with ordinality as e (command, place)
    where strpos(command, '{field.') = 0 order by place);
