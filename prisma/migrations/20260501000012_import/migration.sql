-- A bulk load changes many tables of many products and wants each listing made once, when all of them have changed. In a transaction
-- that sets haat.bulk to on, the triggers leave the listings alone; it must set it to off and call listing_refresh itself before it commits.

ALTER FUNCTION listing_refresh(integer[]) RENAME TO listing_refresh_now;

CREATE FUNCTION listing_refresh(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('haat.bulk', true) IS DISTINCT FROM 'on' THEN
    PERFORM listing_refresh_now(ids);
  END IF;
END $$;
