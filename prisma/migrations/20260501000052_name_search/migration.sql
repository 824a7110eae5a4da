-- Functions that indexes and generated columns use name their schema: PostgreSQL evaluates those without a search path when it restores a
-- dump or builds an index.
CREATE OR REPLACE FUNCTION words_of(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT word FROM regexp_split_to_table(public.fold_name($1), '[\x01-\x2f:-@\x5b-\x60\x7b-\x7f\u00a0\u2000-\u206f\u0964\u0965]+') AS word WHERE word <> ''
$$;

CREATE OR REPLACE FUNCTION sound_of(word text, spoken boolean DEFAULT true) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        replace(replace(regexp_replace(public.devanagari_sounds(public.fold(word), spoken), '(..[^s])s$', '\1'), 'ऐ', 'ai'), 'औ', 'au'), E'\u0948', 'ai'), E'\u094c', 'au'),
        'chh', 'C'), 'ch', 'C'), 'ck', 'k'), 'c', 'k'), 'kh', 'K'), 'gh', 'G'), 'jh', 'J'), 'th', 'T'), 'dh', 'D'), 'bh', 'B'), 'ph', 'f'),
        'sh', 's'), 'x', 'ks'),
      'CSwzq', 'csvjk'),
    'ee|y$', 'i', 'g'), 'oo', 'u', 'g'), '(.)\1+', '\1', 'g'), '(...)a$', '\1')
$$;

-- The sounds of a name's words, each after a space: a name is found by the beginnings of its words in any spelling.
CREATE FUNCTION name_sounds(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(string_agg(' ' || public.sound_of(word), '' ORDER BY place), '') FROM public.words_of(name) WITH ORDINALITY AS w (word, place)
$$;

-- A pattern of LIKE for name_sounds(): words that begin like these, in their order. Null for a text without words.
CREATE FUNCTION sounds_pattern(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT '%' || string_agg(' ' || public.sound_of(word), '%' ORDER BY place) || '%' FROM public.words_of(typed) WITH ORDINALITY AS w (word, place)
$$;

-- A pattern of LIKE for a text in lower case that contains the words literally. A few letters have no trigram but at the beginning of a word.
CREATE FUNCTION part_pattern(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN typed ~* '[a-z0-9]{3}' THEN '%' ELSE '% ' END || regexp_replace(lower(typed), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- What finds products whose names sound like the words, or mean them by a synonym. Null if a word is neither.
CREATE FUNCTION sound_query(typed text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg('(' || query || ')', ' & ')::tsquery FROM (
    SELECT (SELECT string_agg(lexeme, ' | ') FROM (
      SELECT w.lexeme FROM search_word w WHERE w.sound = ANY (sounds_of(word)) AND w.lexeme <> ''
      UNION SELECT '(' || m || ')' FROM search_term t, unnest(t.means) m
      WHERE t.sound = ANY (sounds_of(word)) AND t.kind IN ('same', 'means') AND m <> '') meant) AS query
    FROM searched_words(typed) AS word) each
  HAVING bool_and(query IS NOT NULL)
$$;

CREATE INDEX account_search ON account USING gin (lower(' ' || email::text || ' ' || name) gin_trgm_ops, name_sounds(name) gin_trgm_ops);
CREATE INDEX store_search ON store USING gin (lower(' ' || slug || ' ' || name) gin_trgm_ops, name_sounds(name) gin_trgm_ops);
CREATE INDEX oauth_app_version_search ON oauth_app_version USING gin (lower(' ' || name) gin_trgm_ops, name_sounds(name) gin_trgm_ops);
CREATE INDEX oauth_app_client_id_search ON oauth_app USING gin (client_id gin_trgm_ops);
