-- Two columns get standard names. The version before reads and writes the old names while an upgrade is under way, so
-- triggers keep both equal until a later migration drops the old columns.

ALTER TABLE oauth_interaction ADD COLUMN form_state jsonb NOT NULL DEFAULT '{}';
UPDATE oauth_interaction SET form_state = again WHERE again <> '{}';

CREATE FUNCTION copy_form_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.again <> '{}' OR TG_OP = 'UPDATE' AND NEW.again IS DISTINCT FROM OLD.again THEN
    NEW.form_state := NEW.again;
  ELSE
    NEW.again := NEW.form_state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER copy_form_state BEFORE INSERT OR UPDATE OF again, form_state ON oauth_interaction
  FOR EACH ROW EXECUTE FUNCTION copy_form_state();

ALTER TABLE oauth_app_review ADD COLUMN message text, ALTER COLUMN words DROP NOT NULL;
UPDATE oauth_app_review SET message = words;
CREATE FUNCTION copy_review_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.message := coalesce(NEW.message, NEW.words);
  NEW.words := NEW.message;
  RETURN NEW;
END $$;
CREATE TRIGGER copy_review_message BEFORE INSERT ON oauth_app_review
  FOR EACH ROW EXECUTE FUNCTION copy_review_message();
ALTER TABLE oauth_app_review ALTER COLUMN message SET NOT NULL;
