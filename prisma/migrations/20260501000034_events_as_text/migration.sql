-- What was sent and answered is shown and signed again, and never asked for by its parts: as text it is neither taken apart when it is
-- written nor put together when it is read.
-- Both at once, before either is written anew: whoever reads one for long is not to be waited for in between.
LOCK TABLE webhook_event, webhook_attempt IN ACCESS EXCLUSIVE MODE;
ALTER TABLE webhook_event ALTER COLUMN data TYPE json USING data::text::json;
ALTER TABLE webhook_attempt
  ALTER COLUMN request_headers TYPE json USING request_headers::text::json,
  ALTER COLUMN response_headers TYPE json USING response_headers::text::json;

-- A UUIDv7 (RFC 9562, section 5.7) of a moment, to the millisecond: an event and its deliveries are written by one statement.
CREATE FUNCTION uuid_v7(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN encode(
  set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM moment) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1),
  'hex')::uuid;
