import type { Invariant } from './invariant.ts'

/** Of coupons and the codes of creators. */
export const CODE_INVARIANTS: Invariant[] = [
  {
    name: 'the uses of a code are its checkouts that are not abandoned',
    kind: 'wrong',
    query: `select d.store_id, d.id, d.uses, c.uses as checkouts, p.uses as of_players from discount_codes d
      left join (
        select store_id, code_id, count(*) as uses, count(*) filter (where state <> 'open' or holds_player) as of_players
        from checkouts where code_id is not null and state <> 'abandoned'
        group by store_id, code_id) c on c.store_id = d.store_id and c.code_id = d.id
      left join (
        select store_id, code_id, sum(uses) as uses from discount_code_players group by store_id, code_id
      ) p on p.store_id = d.store_id and p.code_id = d.id
      where d.uses <> coalesce(c.uses, 0) or coalesce(c.of_players, 0) <> coalesce(p.uses, 0)`,
  },
  {
    name: "a creator's ledger has the share of every paid line once, and takes it back with the refund or the lost dispute",
    kind: 'wrong',
    query: `with owed as (
        select l.store_id, l.checkout_id, l.line_no, c.code_id, l.creator_share_minor as share,
          l.refunded_at is not null or coalesce(p.dispute = 'lost', false) as is_reversed
        from checkout_lines l join checkouts c on c.store_id = l.store_id and c.id = l.checkout_id
        left join payments p on p.store_id = c.store_id and p.checkout_id = c.id
        where l.creator_share_minor > 0 and c.state in ('paid', 'refunded', 'disputed')),
      expected as (
        select store_id, checkout_id, line_no, code_id, 'share' as kind, share as amount_minor from owed
        union all
        select store_id, checkout_id, line_no, code_id, 'reversal', -share from owed where is_reversed),
      recorded as (
        select store_id, checkout_id, line_no, code_id, kind, amount_minor from creator_entries where kind <> 'payout')
      (select * from expected except all select * from recorded)
      union all
      (select * from recorded except all select * from expected)`,
  },
]
