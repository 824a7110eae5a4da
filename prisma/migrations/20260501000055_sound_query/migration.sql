-- The word that was typed is no longer taken for the column of the same name.
CREATE OR REPLACE FUNCTION sound_query(typed text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg('(' || meant || ')', ' & ')::tsquery FROM (
    SELECT (SELECT string_agg(lexeme, ' | ') FROM (
      SELECT w.lexeme FROM search_word w WHERE w.sound = ANY (heard.sounds) AND w.lexeme <> ''
      UNION SELECT '(' || m || ')' FROM search_term t, unnest(t.means) m
      WHERE t.sound = ANY (heard.sounds) AND t.kind IN ('same', 'means') AND m <> '') found) AS meant
    FROM (SELECT sounds_of(each) AS sounds FROM searched_words(typed) AS each) heard) words
  HAVING bool_and(meant IS NOT NULL)
$$;
