/* An id as the APIs show it, such as `sto_01h455vb4pex5vsknk084sn02q`. */
create or replace function type_id(prefix text, id uuid) returns text
  language plpgsql immutable strict parallel safe as
$$
declare
  bits bit(130) := b'00' || ('x' || replace(id::text, '-', ''))::bit(128);
  result text := prefix || '_';
begin
  for place in 0..25 loop
    result := result || substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from place * 5 + 1 for 5)::integer + 1, 1);
  end loop;
  return result;
end
$$;
