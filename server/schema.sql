SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE FUNCTION public.current_store() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('quartermaster.store_id'::text, true), ''::text))::uuid;

CREATE FUNCTION public.entitled_until(store uuid, entitlement uuid) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    AS $$
declare
  part record;
  result timestamptz := '-infinity';
begin
  for part in
    select granted_at, seconds from grants
    where store_id = store and entitlement_id = entitlement and revoked_at is null
    order by granted_at, checkout_id, line_no
  loop
    if part.seconds is null then
      return 'infinity';
    end if;
    result := greatest(result, part.granted_at) + make_interval(secs => part.seconds);
  end loop;
  return result;
end
$$;

CREATE FUNCTION public.first_id_at(moment timestamp with time zone) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (rpad(lpad(to_hex(((EXTRACT(epoch FROM moment) * (1000)::numeric))::bigint), 12, '0'::text), 32, '0'::text))::uuid;

CREATE FUNCTION public.make_ledger_partitions(starting timestamp with time zone, months integer) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  month timestamp; -- in UTC, whatever the session's time zone is
  partition text;
  low uuid;
  high uuid;
begin
  if months not between 1 and 240 then
    raise exception 'between 1 and 240 months at a time';
  end if;
  perform pg_advisory_xact_lock(hashtext('make_ledger_partitions'));
  for month in
    select date_trunc('month', starting at time zone 'UTC') + make_interval(months => n) from generate_series(0, months - 1) n
  loop
    partition := 'delivery_ledger_' || to_char(month, 'YYYY_MM');
    if to_regclass(partition) is null then
      low := first_id_at(month at time zone 'UTC');
      high := first_id_at((month + interval '1 month') at time zone 'UTC');
      execute format('create table %I (like delivery_ledger including all)', partition);
      -- Ids carry the clock of the process that made them: one that runs ahead has filled the rest with this month.
      if exists (select from delivery_ledger_rest where id >= low and id < high) then
        lock table delivery_ledger_rest in access exclusive mode;
        execute format('with moved as (delete from delivery_ledger_rest where id >= %L and id < %L returning *)
          insert into %I select * from moved', low, high, partition);
      end if;
      execute format('alter table delivery_ledger attach partition %I for values from (%L) to (%L)', partition, low, high);
      return next partition;
    end if;
  end loop;
end
$$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'not allowed: %', tg_argv[0] using errcode = 'check_violation', table = tg_table_name;
end
$$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.checkout_lines (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    line_no smallint NOT NULL,
    product_id uuid NOT NULL,
    name text NOT NULL,
    price_minor bigint NOT NULL,
    quantity integer NOT NULL,
    approve_commands text[] NOT NULL,
    refund_commands text[] NOT NULL,
    expire_commands text[] NOT NULL,
    duration_seconds bigint,
    rebuy text NOT NULL,
    server_ids uuid[] NOT NULL,
    buyer_server_id uuid,
    refunded_at timestamp with time zone,
    CONSTRAINT checkout_lines_line_no_check CHECK ((line_no >= 1)),
    CONSTRAINT checkout_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000))),
    CONSTRAINT checkout_lines_rebuy_check CHECK ((rebuy = ANY (ARRAY['extend'::text, 'independent'::text])))
);

ALTER TABLE ONLY public.checkout_lines FORCE ROW LEVEL SECURITY;

CREATE TABLE public.checkouts (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    reference text,
    game_user_id text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    paid_at timestamp with time zone,
    refunded_at timestamp with time zone,
    CONSTRAINT checkouts_check CHECK (((state = ANY (ARRAY['open'::text, 'abandoned'::text])) = (paid_at IS NULL))),
    CONSTRAINT checkouts_check1 CHECK (((state = 'refunded'::text) = (refunded_at IS NOT NULL))),
    CONSTRAINT checkouts_game_user_id_check CHECK (((length(game_user_id) >= 1) AND (length(game_user_id) <= 255))),
    CONSTRAINT checkouts_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
    CONSTRAINT checkouts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'refunded'::text, 'disputed'::text, 'abandoned'::text])))
);

ALTER TABLE ONLY public.checkouts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_ledger (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    server_id uuid,
    "position" bigint NOT NULL,
    checkout_id uuid NOT NULL,
    game_user_id text NOT NULL,
    delivery_type text NOT NULL,
    line_nos smallint[] NOT NULL,
    unit integer NOT NULL,
    products text NOT NULL,
    resend_of uuid,
    created_at timestamp with time zone NOT NULL,
    offered_at timestamp with time zone,
    state text NOT NULL,
    cancelled_by text,
    finished_at timestamp with time zone DEFAULT now() NOT NULL,
    late_report_at timestamp with time zone,
    CONSTRAINT delivery_ledger_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['refund'::text, 'operator'::text]))),
    CONSTRAINT delivery_ledger_check CHECK (((state = 'cancelled'::text) = (cancelled_by IS NOT NULL))),
    CONSTRAINT delivery_ledger_check1 CHECK (((cancelled_by IS DISTINCT FROM 'refund'::text) OR (offered_at IS NULL))),
    CONSTRAINT delivery_ledger_check2 CHECK (((late_report_at IS NULL) OR ((state = 'cancelled'::text) AND (offered_at IS NOT NULL)))),
    CONSTRAINT delivery_ledger_delivery_type_check CHECK ((delivery_type = ANY (ARRAY['APPROVE'::text, 'REFUND'::text, 'EXPIRE'::text]))),
    CONSTRAINT delivery_ledger_state_check CHECK ((state = ANY (ARRAY['processed'::text, 'cancelled'::text])))
)
PARTITION BY RANGE (id);

ALTER TABLE ONLY public.delivery_ledger FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_ledger_rest (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    server_id uuid,
    "position" bigint NOT NULL,
    checkout_id uuid NOT NULL,
    game_user_id text NOT NULL,
    delivery_type text NOT NULL,
    line_nos smallint[] NOT NULL,
    unit integer NOT NULL,
    products text NOT NULL,
    resend_of uuid,
    created_at timestamp with time zone NOT NULL,
    offered_at timestamp with time zone,
    state text NOT NULL,
    cancelled_by text,
    finished_at timestamp with time zone DEFAULT now() NOT NULL,
    late_report_at timestamp with time zone,
    CONSTRAINT delivery_ledger_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['refund'::text, 'operator'::text]))),
    CONSTRAINT delivery_ledger_check CHECK (((state = 'cancelled'::text) = (cancelled_by IS NOT NULL))),
    CONSTRAINT delivery_ledger_check1 CHECK (((cancelled_by IS DISTINCT FROM 'refund'::text) OR (offered_at IS NULL))),
    CONSTRAINT delivery_ledger_check2 CHECK (((late_report_at IS NULL) OR ((state = 'cancelled'::text) AND (offered_at IS NOT NULL)))),
    CONSTRAINT delivery_ledger_delivery_type_check CHECK ((delivery_type = ANY (ARRAY['APPROVE'::text, 'REFUND'::text, 'EXPIRE'::text]))),
    CONSTRAINT delivery_ledger_state_check CHECK ((state = ANY (ARRAY['processed'::text, 'cancelled'::text])))
);

CREATE TABLE public.entitlements (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    game_user_id text NOT NULL,
    rebuy text NOT NULL,
    scope uuid NOT NULL,
    until timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT entitlements_check CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
    CONSTRAINT entitlements_check1 CHECK (((ended_by IS DISTINCT FROM 'expiry'::text) OR (ended_at >= until))),
    CONSTRAINT entitlements_ended_by_check CHECK ((ended_by = ANY (ARRAY['refund'::text, 'expiry'::text]))),
    CONSTRAINT entitlements_rebuy_check CHECK ((rebuy = ANY (ARRAY['extend'::text, 'independent'::text])))
);

ALTER TABLE ONLY public.entitlements FORCE ROW LEVEL SECURITY;

CREATE TABLE public.game_servers (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    game text,
    profile text NOT NULL,
    port integer,
    address text,
    initialized_at timestamp with time zone,
    last_seen_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT game_servers_game_check CHECK (((length(game) >= 1) AND (length(game) <= 100))),
    CONSTRAINT game_servers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT game_servers_port_check CHECK (((port >= 1) AND (port <= 65535))),
    CONSTRAINT game_servers_profile_check CHECK ((profile = ANY (ARRAY['standard'::text, 'fivem'::text, 'mta'::text])))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.game_servers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.grants (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    line_no smallint NOT NULL,
    entitlement_id uuid NOT NULL,
    quantity integer NOT NULL,
    seconds bigint,
    server_ids uuid[] NOT NULL,
    expiry text,
    granted_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT grants_quantity_check CHECK ((quantity >= 1)),
    CONSTRAINT grants_seconds_check CHECK ((seconds > 0))
);

ALTER TABLE ONLY public.grants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.migrations (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.migrations_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.pending_commands (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    server_id uuid,
    "position" bigint NOT NULL,
    checkout_id uuid NOT NULL,
    game_user_id text NOT NULL,
    delivery_type text NOT NULL,
    line_nos smallint[] NOT NULL,
    unit integer DEFAULT 1 NOT NULL,
    products text NOT NULL,
    bytes integer GENERATED ALWAYS AS ((((
CASE delivery_type
    WHEN 'EXPIRE'::text THEN 2
    ELSE 1
END * octet_length(products)) + (2 * octet_length(game_user_id))) + 256)) STORED NOT NULL,
    resend_of uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    offered_at timestamp with time zone,
    CONSTRAINT pending_commands_delivery_type_check CHECK ((delivery_type = ANY (ARRAY['APPROVE'::text, 'REFUND'::text, 'EXPIRE'::text]))),
    CONSTRAINT pending_commands_line_nos_check CHECK ((cardinality(line_nos) >= 1))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.pending_commands FORCE ROW LEVEL SECURITY;

ALTER TABLE public.pending_commands ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pending_commands_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.poll_windows (
    store_id uuid NOT NULL,
    server_id uuid NOT NULL,
    "position" bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.poll_windows FORCE ROW LEVEL SECURITY;

CREATE TABLE public.product_servers (
    store_id uuid NOT NULL,
    product_id uuid NOT NULL,
    server_id uuid NOT NULL
);

ALTER TABLE ONLY public.product_servers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.products (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    price_minor bigint NOT NULL,
    approve_commands text[] NOT NULL,
    refund_commands text[] NOT NULL,
    expire_commands text[] NOT NULL,
    duration_seconds bigint,
    rebuy text NOT NULL,
    delivers_to text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT products_approve_commands_check CHECK (((cardinality(approve_commands) >= 1) AND (cardinality(approve_commands) <= 50))),
    CONSTRAINT products_delivers_to_check CHECK ((delivers_to = ANY (ARRAY['default'::text, 'named'::text, 'buyer'::text]))),
    CONSTRAINT products_duration_seconds_check CHECK (((duration_seconds >= 1) AND (duration_seconds <= '3153600000'::bigint))),
    CONSTRAINT products_expire_commands_check CHECK ((cardinality(expire_commands) <= 50)),
    CONSTRAINT products_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT products_price_minor_check CHECK (((price_minor >= 0) AND (price_minor <= '1000000000000'::bigint))),
    CONSTRAINT products_rebuy_check CHECK ((rebuy = ANY (ARRAY['extend'::text, 'independent'::text]))),
    CONSTRAINT products_refund_commands_check CHECK ((cardinality(refund_commands) <= 50))
);

ALTER TABLE ONLY public.products FORCE ROW LEVEL SECURITY;

CREATE TABLE public.server_keys (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    server_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    hint text NOT NULL,
    source text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT server_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT server_keys_source_check CHECK ((source = ANY (ARRAY['issued'::text, 'imported'::text])))
);

ALTER TABLE ONLY public.server_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stores (
    id uuid NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    expires_at timestamp with time zone,
    url text NOT NULL,
    currency text NOT NULL,
    default_server_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT stores_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT stores_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT stores_plan_check CHECK (((length(plan) >= 1) AND (length(plan) <= 64))),
    CONSTRAINT stores_url_check CHECK (((length(url) >= 1) AND (length(url) <= 253)))
);

ALTER TABLE ONLY public.stores FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.delivery_ledger ATTACH PARTITION public.delivery_ledger_rest DEFAULT;

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_pkey PRIMARY KEY (store_id, checkout_id, line_no);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.delivery_ledger
    ADD CONSTRAINT delivery_ledger_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.delivery_ledger_rest
    ADD CONSTRAINT delivery_ledger_rest_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.game_servers
    ADD CONSTRAINT game_servers_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (store_id, checkout_id, line_no);

ALTER TABLE ONLY public.migrations_lock
    ADD CONSTRAINT migrations_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.pending_commands
    ADD CONSTRAINT pending_commands_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.poll_windows
    ADD CONSTRAINT poll_windows_pkey PRIMARY KEY (store_id, server_id);

ALTER TABLE ONLY public.product_servers
    ADD CONSTRAINT product_servers_pkey PRIMARY KEY (store_id, product_id, server_id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.server_keys
    ADD CONSTRAINT server_keys_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_pkey PRIMARY KEY (id);

CREATE INDEX checkouts_by_id ON public.checkouts USING brin (id);

CREATE UNIQUE INDEX checkouts_by_reference ON public.checkouts USING btree (store_id, reference) WHERE (reference IS NOT NULL);

CREATE INDEX ledger_by_checkout ON ONLY public.delivery_ledger USING btree (store_id, checkout_id);

CREATE INDEX delivery_ledger_rest_store_id_checkout_id_idx ON public.delivery_ledger_rest USING btree (store_id, checkout_id);

CREATE INDEX entitlements_due ON public.entitlements USING btree (until) WHERE ((ended_at IS NULL) AND (until < 'infinity'::timestamp with time zone));

CREATE UNIQUE INDEX entitlements_held ON public.entitlements USING btree (store_id, product_id, game_user_id, scope) WHERE ((ended_at IS NULL) AND (rebuy = 'extend'::text));

CREATE INDEX game_servers_by_id ON public.game_servers USING brin (id);

CREATE INDEX grants_by_entitlement ON public.grants USING btree (store_id, entitlement_id);

CREATE INDEX pending_by_server ON public.pending_commands USING btree (store_id, server_id, "position");

CREATE UNIQUE INDEX pending_once ON public.pending_commands USING btree (store_id, checkout_id, server_id, delivery_type, line_nos, unit, resend_of) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX server_keys_by_hash ON public.server_keys USING btree (key_hash);

CREATE INDEX server_keys_by_server ON public.server_keys USING btree (store_id, server_id);

ALTER INDEX public.delivery_ledger_pkey ATTACH PARTITION public.delivery_ledger_rest_pkey;

ALTER INDEX public.ledger_by_checkout ATTACH PARTITION public.delivery_ledger_rest_store_id_checkout_id_idx;

CREATE TRIGGER checkout_transition BEFORE UPDATE OF state ON public.checkouts FOR EACH ROW WHEN (((old.state <> new.state) AND (((((old.state <> 'open'::text) OR (new.state <> 'paid'::text)) AND ((old.state <> 'open'::text) OR (new.state <> 'abandoned'::text))) AND ((old.state <> 'paid'::text) OR (new.state <> 'refunded'::text))) AND ((old.state <> 'paid'::text) OR (new.state <> 'disputed'::text))))) EXECUTE FUNCTION public.refuse_change('this change of a checkout''s state');

CREATE TRIGGER entitlement_ends_once BEFORE UPDATE OF until, ended_at, ended_by ON public.entitlements FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION public.refuse_change('an ended entitlement stays as it ended');

CREATE TRIGGER grant_revoked_once BEFORE UPDATE OF revoked_at ON public.grants FOR EACH ROW WHEN ((old.revoked_at IS NOT NULL)) EXECUTE FUNCTION public.refuse_change('a grant is revoked once');

CREATE TRIGGER line_refunded_once BEFORE UPDATE OF refunded_at ON public.checkout_lines FOR EACH ROW WHEN ((old.refunded_at IS NOT NULL)) EXECUTE FUNCTION public.refuse_change('a line is refunded once');

CREATE TRIGGER pending_frozen_when_offered BEFORE UPDATE OF products, line_nos ON public.pending_commands FOR EACH ROW WHEN ((old.offered_at IS NOT NULL)) EXECUTE FUNCTION public.refuse_change('an element that was offered does not change');

CREATE TRIGGER pending_offered_once BEFORE UPDATE OF offered_at ON public.pending_commands FOR EACH ROW WHEN (((old.offered_at IS NOT NULL) AND (new.offered_at IS DISTINCT FROM old.offered_at))) EXECUTE FUNCTION public.refuse_change('an offer cannot be taken back');

CREATE TRIGGER server_key_stays_revoked BEFORE UPDATE OF revoked_at ON public.server_keys FOR EACH ROW WHEN ((old.revoked_at IS NOT NULL)) EXECUTE FUNCTION public.refuse_change('a revoked key stays revoked');

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_store_id_buyer_server_id_fkey FOREIGN KEY (store_id, buyer_server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.game_servers
    ADD CONSTRAINT game_servers_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_store_id_checkout_id_line_no_fkey FOREIGN KEY (store_id, checkout_id, line_no) REFERENCES public.checkout_lines(store_id, checkout_id, line_no);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_store_id_entitlement_id_fkey FOREIGN KEY (store_id, entitlement_id) REFERENCES public.entitlements(store_id, id);

ALTER TABLE ONLY public.pending_commands
    ADD CONSTRAINT pending_commands_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.pending_commands
    ADD CONSTRAINT pending_commands_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.poll_windows
    ADD CONSTRAINT poll_windows_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.product_servers
    ADD CONSTRAINT product_servers_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.product_servers
    ADD CONSTRAINT product_servers_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.server_keys
    ADD CONSTRAINT server_keys_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_id_default_server_id_fkey FOREIGN KEY (id, default_server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE public.checkout_lines ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.checkouts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_ledger ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.entitlements ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.game_servers ENABLE ROW LEVEL SECURITY;

CREATE POLICY gateway ON public.delivery_ledger TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.game_servers TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.pending_commands TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.poll_windows TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.server_keys FOR SELECT TO quartermaster_gateway USING (true);

CREATE POLICY gateway ON public.stores FOR SELECT TO quartermaster_gateway USING (true);

ALTER TABLE public.grants ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_store ON public.checkout_lines TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.checkouts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.delivery_ledger TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.entitlements TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.game_servers TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.grants TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.pending_commands TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.poll_windows TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.product_servers TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.products TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.server_keys TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.stores TO quartermaster_app USING ((id = public.current_store())) WITH CHECK ((id = public.current_store()));

ALTER TABLE public.pending_commands ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.poll_windows ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.product_servers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.products ENABLE ROW LEVEL SECURITY;

CREATE POLICY reader ON public.checkout_lines FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.checkouts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.delivery_ledger FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.entitlements FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.game_servers FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.grants FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.pending_commands FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.poll_windows FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.product_servers FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.products FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.server_keys FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.stores FOR SELECT TO quartermaster_reader USING (true);

ALTER TABLE public.server_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stores ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON FUNCTION public.make_ledger_partitions(starting timestamp with time zone, months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.make_ledger_partitions(starting timestamp with time zone, months integer) TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.checkout_lines TO quartermaster_app;
GRANT SELECT ON TABLE public.checkout_lines TO quartermaster_reader;

GRANT UPDATE(refunded_at) ON TABLE public.checkout_lines TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.checkouts TO quartermaster_app;
GRANT SELECT ON TABLE public.checkouts TO quartermaster_reader;

GRANT UPDATE(state) ON TABLE public.checkouts TO quartermaster_app;

GRANT UPDATE(paid_at) ON TABLE public.checkouts TO quartermaster_app;

GRANT UPDATE(refunded_at) ON TABLE public.checkouts TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.delivery_ledger TO quartermaster_app;
GRANT SELECT,INSERT ON TABLE public.delivery_ledger TO quartermaster_gateway;
GRANT SELECT ON TABLE public.delivery_ledger TO quartermaster_reader;

GRANT UPDATE(late_report_at) ON TABLE public.delivery_ledger TO quartermaster_gateway;

GRANT SELECT,INSERT ON TABLE public.entitlements TO quartermaster_app;
GRANT SELECT ON TABLE public.entitlements TO quartermaster_reader;

GRANT UPDATE(until) ON TABLE public.entitlements TO quartermaster_app;

GRANT UPDATE(ended_at) ON TABLE public.entitlements TO quartermaster_app;

GRANT UPDATE(ended_by) ON TABLE public.entitlements TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.game_servers TO quartermaster_app;
GRANT SELECT ON TABLE public.game_servers TO quartermaster_gateway;
GRANT SELECT ON TABLE public.game_servers TO quartermaster_reader;

GRANT UPDATE(name) ON TABLE public.game_servers TO quartermaster_app;

GRANT UPDATE(game) ON TABLE public.game_servers TO quartermaster_app;

GRANT UPDATE(profile) ON TABLE public.game_servers TO quartermaster_app;

GRANT UPDATE(port) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(address) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(initialized_at) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(last_seen_at) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT SELECT,INSERT ON TABLE public.grants TO quartermaster_app;
GRANT SELECT ON TABLE public.grants TO quartermaster_reader;

GRANT UPDATE(revoked_at) ON TABLE public.grants TO quartermaster_app;

GRANT SELECT ON TABLE public.migrations TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.pending_commands TO quartermaster_app;
GRANT SELECT,DELETE ON TABLE public.pending_commands TO quartermaster_gateway;
GRANT SELECT ON TABLE public.pending_commands TO quartermaster_reader;

GRANT UPDATE(server_id) ON TABLE public.pending_commands TO quartermaster_app;

GRANT UPDATE(line_nos) ON TABLE public.pending_commands TO quartermaster_app;

GRANT UPDATE(products) ON TABLE public.pending_commands TO quartermaster_app;

GRANT UPDATE(offered_at) ON TABLE public.pending_commands TO quartermaster_gateway;

GRANT SELECT,INSERT,UPDATE ON TABLE public.poll_windows TO quartermaster_gateway;
GRANT SELECT ON TABLE public.poll_windows TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.product_servers TO quartermaster_app;
GRANT SELECT ON TABLE public.product_servers TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.products TO quartermaster_app;
GRANT SELECT ON TABLE public.products TO quartermaster_reader;

GRANT UPDATE(name) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(price_minor) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(approve_commands) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(refund_commands) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(expire_commands) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(duration_seconds) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(rebuy) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(delivers_to) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(updated_at) ON TABLE public.products TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.server_keys TO quartermaster_app;
GRANT SELECT ON TABLE public.server_keys TO quartermaster_gateway;
GRANT SELECT ON TABLE public.server_keys TO quartermaster_reader;

GRANT UPDATE(revoked_at) ON TABLE public.server_keys TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.stores TO quartermaster_app;
GRANT SELECT ON TABLE public.stores TO quartermaster_gateway;
GRANT SELECT ON TABLE public.stores TO quartermaster_reader;

GRANT UPDATE(name) ON TABLE public.stores TO quartermaster_app;

GRANT UPDATE(plan) ON TABLE public.stores TO quartermaster_app;

GRANT UPDATE(expires_at) ON TABLE public.stores TO quartermaster_app;

GRANT UPDATE(url) ON TABLE public.stores TO quartermaster_app;

GRANT UPDATE(default_server_id) ON TABLE public.stores TO quartermaster_app;
