-- A UUIDv7 of a moment with what that has below the millisecond in the twelve bits behind it (RFC 9562, section 6.2, method 3): the events of one
-- transaction are in the order in which they were recorded, by their ids too.
CREATE OR REPLACE FUNCTION uuid_v7(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN encode(
  overlay(uuid_send(gen_random_uuid()) PLACING int8send(
    ((extract(epoch FROM moment) * 1000000)::bigint / 1000 << 16) | 28672 | ((extract(epoch FROM moment) * 1000000)::bigint % 1000 * 4096 / 1000)) FROM 1 FOR 8),
  'hex')::uuid;
