import type { Invariant } from './invariant.ts'

/** Their ledgers agree with the lines of checkouts. */
export const GIFT_CARD_INVARIANTS: Invariant[] = [
  {
    name: 'no gift card is below zero, and each entry of its ledger has the sum of all entries up to it',
    kind: 'wrong',
    query: `select store_id, card_id, entry_no from (
        select *, row_number() over w as place, sum(amount_minor) over w as sum from gift_card_entries
        window w as (partition by store_id, card_id order by entry_no)) e
      where balance_minor < 0 or balance_minor <> sum or entry_no <> place or (kind = 'issued') <> (place = 1)`,
  },
  {
    name: 'every gift card was issued with its value, and a void one has an entry that says so',
    kind: 'wrong',
    query: `select g.store_id, g.id from gift_cards g
      left join gift_card_entries e on e.store_id = g.store_id and e.card_id = g.id
      group by g.store_id, g.id having coalesce(sum(e.amount_minor) filter (where e.kind = 'issued'), 0) <> g.value_minor
        or (g.voided_at is not null)::integer <> count(*) filter (where e.kind = 'voided') - count(*) filter (where e.kind = 'restored')`,
  },
  {
    name: 'gift cards have paid what the lines of checkouts say, and got back what was refunded or abandoned',
    kind: 'wrong',
    query: `with paid as (
        select c.store_id, c.id, c.state, sum(l.gift_card_minor) as total,
          coalesce(sum(l.gift_card_minor) filter (where l.refunded_at is not null), 0) as refunded
        from checkouts c join checkout_lines l on l.store_id = c.store_id and l.checkout_id = c.id
        group by c.store_id, c.id, c.state),
      taken as (
        select store_id, checkout_id, -sum(amount_minor) as minor, sum(short_minor) as short from gift_card_entries
        where kind in ('spent', 'released', 'refunded') group by store_id, checkout_id)
      select coalesce(p.store_id, t.store_id) as store_id, coalesce(p.id, t.checkout_id) as checkout_id, p.total, t.minor
      from paid p full join taken t on t.store_id = p.store_id and t.checkout_id = p.id
      where coalesce(t.minor, 0) <> case when p.state = 'abandoned' then 0
        else greatest(0, coalesce(p.total, 0) - coalesce(t.short, 0) - coalesce(p.refunded, 0)) end`,
  },
  {
    name: 'every unit of a paid line of gift cards is one card, which is void if the line is refunded or disputed',
    kind: 'wrong',
    query: `select l.store_id, l.checkout_id, l.line_no from checkout_lines l
      join checkouts c on c.store_id = l.store_id and c.id = l.checkout_id
      left join gift_cards g on g.store_id = l.store_id and g.checkout_id = l.checkout_id and g.line_no = l.line_no
      where l.is_gift_card
      group by l.store_id, l.checkout_id, l.line_no, l.quantity, l.refunded_at, c.state
      having count(g.id) <> case when c.state in ('open', 'abandoned') then 0 else l.quantity end
        or (c.state = 'disputed' or l.refunded_at is not null) and count(g.id) <> count(g.voided_at)`,
  },
]
