-- Pages name the game servers that products are delivered to.
create or replace trigger change_storefront_of_server after update of name on game_servers
  for each row when (old.name is distinct from new.name) execute function change_storefront_of_part();
