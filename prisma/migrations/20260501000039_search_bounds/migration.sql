-- A search costs one look into the index for each word, and one that is the beginning of most words reads most of the index: nobody who searches
-- needs more than the first eight different words, and a single letter is looked for as a word of its own.
CREATE FUNCTION searched_words(words text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT word FROM words_of(words) WITH ORDINALITY AS w (word, place) GROUP BY word ORDER BY min(place) LIMIT 8
$$;

CREATE OR REPLACE FUNCTION search_query(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  typed text;
  parsed tsquery := '';
BEGIN
  FOR typed IN SELECT searched_words(words) LOOP
    parsed := parsed && to_tsquery('english', CASE WHEN char_length(typed) > 1 THEN typed || ':*' ELSE typed END);
  END LOOP;
  RETURN parsed;
END $$;

CREATE OR REPLACE FUNCTION search_correct(words text) RETURNS text LANGUAGE plpgsql STABLE STRICT AS $$
DECLARE
  typed text;
  nearest text;
  corrected text[] := '{}';
  changed boolean := false;
BEGIN
  FOR typed IN SELECT searched_words(words) LOOP
    IF char_length(typed) < 3 OR EXISTS (SELECT FROM search_word s WHERE s.word LIKE typed || '%') THEN
      corrected := corrected || typed;
      CONTINUE;
    END IF;
    IF char_length(typed) > 40 THEN
      RETURN NULL;
    END IF;
    SELECT s.word INTO nearest FROM search_word s
    WHERE s.word % typed AND levenshtein(s.word, typed) <= least(3, char_length(typed) / 3 + 1)
    ORDER BY levenshtein(s.word, typed), similarity(s.word, typed) DESC, s.word LIMIT 1;
    IF nearest IS NULL THEN
      RETURN NULL;
    END IF;
    corrected := corrected || nearest;
    changed := true;
  END LOOP;
  RETURN CASE WHEN changed THEN array_to_string(corrected, ' ') END;
END $$;
