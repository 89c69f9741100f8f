-- Under its old name, because the previous release names it when it adds to a line.
alter table basket_lines
  drop constraint basket_lines_once,
  add constraint basket_lines_once unique using index basket_lines_by_fields;
