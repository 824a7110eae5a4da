-- Search by terms. What a query means is looked up in a vocabulary (search_word) and in synonyms that staff edit (search_synonym); the
-- index of a listing's words stays as small as it was. Terms that sound alike are found by a key that Devanagari and romanised spellings share.

-- As before, and a letter that Unicode writes in two ways is one.
CREATE OR REPLACE FUNCTION fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(public.unaccent('public.unaccent', CASE WHEN words ~ '[\u0300-\u036f\u0900-\u097f]' THEN normalize(words, NFC) ELSE words END))
$$;

-- The text of a name or a query: a word that begins with a single letter and a hyphen is one word, for a t-shirt is no shirt.
CREATE FUNCTION fold_name(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(public.fold(words), '\m([a-z])-(?=[a-z])', '\1', 'g')
$$;

CREATE OR REPLACE FUNCTION words_of(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT word FROM regexp_split_to_table(fold_name($1), '[\x01-\x2f:-@\x5b-\x60\x7b-\x7f\u00a0\u2000-\u206f\u0964\u0965]+') AS word WHERE word <> ''
$$;

-- Devanagari as one letter for each sound, aspirated consonants as capitals; text in other scripts is returned as it is. An inherent
-- vowel is dropped where Hindi and Maithili do not speak it: at the end, and, if "spoken", between V C and C V.
CREATE FUNCTION devanagari_sounds(word text, spoken boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN word !~ '[\u0900-\u097f]' THEN word ELSE
    replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            translate(
              regexp_replace(
                regexp_replace(
                  regexp_replace(
                    replace(replace(replace(replace(replace(normalize(word, NFC), E'\u0921\u093c', 'र'), E'\u0922\u093c', 'र्ह'), E'\u093c', ''), 'क्ष', 'क्श'), 'ज्ञ', 'ग्य'),
                    '([क-ह])', '\1ə', 'g'),
                  'ə([\u093e-\u094d])', '\1', 'g'),
                '[\u0901\u0902](?=[पफबभम])', 'm', 'g'),
              E'\u0901\u0902' || 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसह' || 'अआइईउऊएऍऑओ' || E'\u093e\u093f\u0940\u0941\u0942\u0945\u0946\u0947\u0949\u094a\u094b' || '०१२३४५६७८९' || E'\u094d\u0903\u093d',
              'nn' || 'kKgGnCCjJntTdDntTdDnpfbBmyrllvSSsh' || 'aaiiuueeoo' || 'aiiuueeeooo' || '0123456789'),
            '[ऋ\u0943]', 'ri', 'g'),
          'ə$', ''),
        CASE WHEN spoken THEN '([aeiouə][bcdfghjklmnpqrstvwxyzKGCJTDB])ə([bcdfghjklmnpqrstvwxyzKGCJTDB][aeiouə])' ELSE '()()ə$' END, '\1\2', 'g'),
      'ə', 'a')
  END
$$;

-- The sound of a word: haldi, haldee and हल्दी have one; phool and fool, saree and sari too. It is compared only where words differ.
CREATE FUNCTION sound_of(word text, spoken boolean DEFAULT true) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        replace(replace(regexp_replace(devanagari_sounds(public.fold(word), spoken), '(..[^s])s$', '\1'), 'ऐ', 'ai'), 'औ', 'au'), E'\u0948', 'ai'), E'\u094c', 'au'),
        'chh', 'C'), 'ch', 'C'), 'ck', 'k'), 'c', 'k'), 'kh', 'K'), 'gh', 'G'), 'jh', 'J'), 'th', 'T'), 'dh', 'D'), 'bh', 'B'), 'ph', 'f'),
        'sh', 's'), 'x', 'ks'),
      'CSwzq', 'csvjk'),
    'ee|y$', 'i', 'g'), 'oo', 'u', 'g'), '(.)\1+', '\1', 'g'), '(...)a$', '\1')
$$;

-- Coarser still, for words that are nowhere: aspiration, e and i, o and u, an ending -e and the plural of -i are not told apart.
CREATE FUNCTION loose_sound(sound text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(regexp_replace(translate(regexp_replace(lower(sound), '(...)e$', '\1'), 'eoy', 'iui'), '(.)\1+', '\1', 'g'), 'ia[nm]?$', 'i')
$$;

-- The sounds that a query's words may have: nukta is often left out or written as another letter, and -ai- stands for the a of English words.
CREATE FUNCTION sounds_of(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN words ~ '[\u0900-\u097f]'
    THEN ARRAY[sound_of(words), sound_of(replace(normalize(words, NFC), E'\u093c', '')), sound_of(translate(words, E'\u0948ऐ', E'\u093eअ')), sound_of(words, false)]
    ELSE ARRAY[sound_of(words)] END
$$;

CREATE FUNCTION lexemes_of(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT phraseto_tsquery('english', words)::text
$$;

-- Vocabulary and synonyms ----------------------------------------------------------------------------------------------------

DELETE FROM search_word WHERE word ~ '^\d+$';
ALTER TABLE search_word
  ADD COLUMN lexeme text NOT NULL GENERATED ALWAYS AS (lexemes_of(word)) STORED,
  ADD COLUMN sound text NOT NULL GENERATED ALWAYS AS (sound_of(word)) STORED,
  ADD COLUMN loose text NOT NULL GENERATED ALWAYS AS (loose_sound(sound_of(word))) STORED;
CREATE INDEX search_word_prefix ON search_word (word text_pattern_ops);
CREATE INDEX search_word_lexeme ON search_word (lexeme);
CREATE INDEX search_word_sound ON search_word (sound);
CREATE INDEX search_word_loose ON search_word (loose text_pattern_ops);
CREATE INDEX category_words ON category USING gin (to_tsvector('english', fold_name(name)));

-- same: each of the words finds what the others find. means: the words find what "means" finds. ignored: they are left out of a query.
-- unsold: a query that holds one finds nothing.
CREATE TABLE search_synonym (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CONSTRAINT search_synonym_kind CHECK (kind IN ('same', 'means', 'ignored', 'unsold')),
  words text[] NOT NULL CONSTRAINT search_synonym_words CHECK (cardinality(words) BETWEEN 1 AND 30),
  means text[] NOT NULL DEFAULT '{}',
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT search_synonym_means CHECK (cardinality(means) <= 10 AND (cardinality(means) > 0) = (kind = 'means'))
);

-- The words of the synonyms, one a row, as queries are looked up in it. A trigger keeps it.
CREATE TABLE search_term (
  synonym_id integer NOT NULL REFERENCES search_synonym (id) ON DELETE CASCADE,
  word text NOT NULL,
  kind text NOT NULL,
  means text[] NOT NULL,
  lexeme text NOT NULL GENERATED ALWAYS AS (lexemes_of(word)) STORED,
  sound text NOT NULL GENERATED ALWAYS AS (sound_of(word)) STORED,
  loose text NOT NULL GENERATED ALWAYS AS (loose_sound(sound_of(word))) STORED,
  PRIMARY KEY (synonym_id, word)
);
CREATE INDEX search_term_lexeme ON search_term (lexeme);
CREATE INDEX search_term_sound ON search_term (sound);
CREATE INDEX search_term_loose ON search_term (loose text_pattern_ops);
CREATE INDEX search_term_prefix ON search_term (word text_pattern_ops);
CREATE INDEX search_term_similar ON search_term USING gin (word gin_trgm_ops);

CREATE FUNCTION plain_words(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT array_to_string(ARRAY(SELECT words_of(words)), ' ')
$$;

CREATE FUNCTION search_synonym_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_term WHERE synonym_id = NEW.id;
  INSERT INTO search_term (synonym_id, word, kind, means)
  SELECT DISTINCT ON (plain_words(word)) NEW.id, plain_words(word), NEW.kind,
    ARRAY(SELECT DISTINCT lexemes_of(fold_name(m)) FROM unnest(CASE NEW.kind WHEN 'same' THEN NEW.words ELSE NEW.means END) m WHERE lexemes_of(fold_name(m)) <> '')
  FROM unnest(NEW.words) AS word WHERE plain_words(word) <> '';
  RETURN NULL;
END $$;
CREATE TRIGGER search_synonym_changed AFTER INSERT OR UPDATE ON search_synonym FOR EACH ROW EXECUTE FUNCTION search_synonym_changed();

-- The read model -------------------------------------------------------------------------------------------------------------

LOCK TABLE store, brand, category, product, product_image, product_variant IN SHARE ROW EXCLUSIVE MODE;

-- Weights: A the name without its brand, B the category, C the brand and the categories above, D the descriptions.
CREATE OR REPLACE VIEW listing_source AS
SELECT p.id AS product_id,
       p.slug,
       p.store_id,
       coalesce(c.path, '{}') AS category_ids,
       v.price,
       discount_percent(v.price, v.mrp) AS discount_percent,
       v.stock > 0 AS in_stock,
       p.rating_average,
       p.rating_count,
       p.popularity,
       p.published_at,
       setweight(to_tsvector('english', fold_name(CASE WHEN starts_with(p.name, b.name || ' ') THEN substr(p.name, char_length(b.name) + 2) ELSE p.name END)), 'A')
         || setweight(to_tsvector('english', fold_name(coalesce(c.name, ''))), 'B')
         || setweight(to_tsvector('english', fold_name(concat_ws(' ', b.name, above.names))), 'C')
         || setweight(to_tsvector('english', fold(concat_ws(' ', p.short_description, p.description))), 'D') AS search,
       concat_ws(' ', p.name, b.name, c.name, above.names) AS vocabulary,
       (SELECT row_to_json(fields) FROM (SELECT
          p.id, p.slug, p.name, p.type, p.short_description,
          'INR' AS currency, v.price, v.mrp, discount_percent(v.price, v.mrp) AS discount_percent,
          v.stock > 0 AS in_stock,
          (SELECT row_to_json(r) FROM (SELECT p.rating_average AS average, p.rating_count AS count) r) AS rating,
          CASE WHEN c.id IS NOT NULL THEN (SELECT row_to_json(r) FROM (SELECT c.id, c.slug, c.name) r) END AS category,
          CASE WHEN b.id IS NOT NULL THEN (SELECT row_to_json(r) FROM (SELECT b.slug, b.name) r) END AS brand,
          (SELECT row_to_json(r) FROM (SELECT s.slug AS store, s.name, s.is_official) r) AS seller,
          coalesce(i.path, '/media/products/none.svg') AS image,
          '/products/' || p.slug AS url,
          iso_utc(p.published_at) AS published_at) fields) AS card
FROM product p
JOIN store s ON s.id = p.store_id AND s.status = 'approved'
JOIN LATERAL (SELECT price, mrp, stock FROM product_variant WHERE product_id = p.id
              ORDER BY (stock > 0) DESC, price, position LIMIT 1) v ON true
LEFT JOIN category c ON c.id = p.category_id
LEFT JOIN brand b ON b.id = p.brand_id
LEFT JOIN LATERAL (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1) i ON true
LEFT JOIN LATERAL (SELECT string_agg(a.name, ' ') AS names FROM category a WHERE a.id = ANY (c.path) AND a.id <> c.id) above ON true
WHERE p.status = 'active'
  AND NOT EXISTS (SELECT FROM category a WHERE a.id = ANY (c.path) AND NOT a.active);

CREATE OR REPLACE FUNCTION listing_refresh_locked(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  WITH shown AS MATERIALIZED (SELECT * FROM listing_source WHERE product_id = ANY (ids)),
  gone AS (DELETE FROM listing l WHERE l.product_id = ANY (ids) AND NOT EXISTS (SELECT FROM shown s WHERE s.product_id = l.product_id)),
  words AS (
    INSERT INTO search_word (word) SELECT word FROM (
      SELECT DISTINCT word FROM (SELECT DISTINCT vocabulary FROM shown) texts, words_of(vocabulary) AS word
      WHERE char_length(word) BETWEEN 3 AND 40 AND word !~ '^\d+$') seen
    WHERE NOT EXISTS (SELECT FROM search_word w WHERE w.word = seen.word) ORDER BY word ON CONFLICT DO NOTHING)
  INSERT INTO listing (product_id, slug, store_id, category_ids, price, discount_percent, in_stock, rating_average, rating_count,
                       popularity, published_at, search, card)
  SELECT product_id, slug, store_id, category_ids, price, discount_percent, in_stock, rating_average, rating_count,
         popularity, published_at, search, card::text::json
  FROM shown
  ON CONFLICT (product_id) DO UPDATE SET
    slug = excluded.slug, store_id = excluded.store_id, category_ids = excluded.category_ids, price = excluded.price,
    discount_percent = excluded.discount_percent, in_stock = excluded.in_stock, rating_average = excluded.rating_average,
    rating_count = excluded.rating_count, popularity = excluded.popularity, published_at = excluded.published_at,
    search = excluded.search, card = excluded.card
  WHERE (listing.card::text, listing.category_ids, listing.popularity, listing.search)
        IS DISTINCT FROM (excluded.card::text, excluded.category_ids, excluded.popularity, excluded.search);
END $$;

-- What is there already.
UPDATE listing l SET search = s.search FROM listing_source s WHERE s.product_id = l.product_id AND l.search <> s.search;
INSERT INTO search_word (word) SELECT DISTINCT word FROM category, words_of(name) AS word
WHERE char_length(word) BETWEEN 3 AND 40 AND word !~ '^\d+$' AND EXISTS (SELECT FROM listing WHERE category.id = ANY (category_ids))
ORDER BY word ON CONFLICT DO NOTHING;

-- A query's words ------------------------------------------------------------------------------------------------------------

-- Each of the first eight different words of a query, and each two and three that stand together, with what is known of them.
CREATE FUNCTION search_phrases(words text) RETURNS TABLE (
  place integer, length integer, phrase text, lexeme text, known boolean, joined text, similar_sound text[], synonyms json
) LANGUAGE sql STABLE STRICT AS $$
  WITH typed AS MATERIALIZED (SELECT word, place::int FROM searched_words(words) WITH ORDINALITY AS w (word, place)),
  phrases AS MATERIALIZED (
    SELECT place, 1 AS length, word AS phrase FROM typed
    UNION ALL SELECT a.place, 2, a.word || ' ' || b.word FROM typed a JOIN typed b ON b.place = a.place + 1
    UNION ALL SELECT a.place, 3, a.word || ' ' || b.word || ' ' || c.word FROM typed a JOIN typed b ON b.place = a.place + 1 JOIN typed c ON c.place = a.place + 2),
  heard AS MATERIALIZED (
    SELECT *, lexemes_of(phrase) AS lexeme, sounds_of(phrase) AS sounds FROM phrases)
  SELECT h.place, h.length, h.phrase, h.lexeme,
    h.length = 1 AND EXISTS (SELECT FROM search_word w WHERE w.lexeme = h.lexeme),
    CASE WHEN h.length = 2 THEN (SELECT w.lexeme FROM search_word w WHERE w.lexeme = lexemes_of(replace(h.phrase, ' ', '')) LIMIT 1) END,
    CASE WHEN h.length = 1 THEN ARRAY(SELECT DISTINCT w.lexeme FROM search_word w WHERE w.sound = ANY (h.sounds) AND w.lexeme NOT IN ('', h.lexeme) ORDER BY w.lexeme LIMIT 8) ELSE '{}' END,
    (SELECT json_agg(json_build_object('kind', t.kind, 'means', t.means, 'exact', t.word = h.phrase OR (t.lexeme = h.lexeme AND t.lexeme <> '' AND (h.length > 1) = (t.word LIKE '% %'))))
     FROM (SELECT * FROM search_term WHERE sound = ANY (h.sounds)
           UNION SELECT * FROM search_term s WHERE s.lexeme = h.lexeme AND h.lexeme <> '' AND (h.length > 1) = (s.word LIKE '% %')) t)
  FROM heard h ORDER BY h.place, h.length
$$;

-- What a word that is no known one may be, by the first of these that there is: the beginning of known words, or one that sounds nearly alike, two
-- words written as one, or a known word with a letter or two mistyped.
CREATE FUNCTION search_guess(typed text) RETURNS TABLE (kind text, word text, lexemes text[]) LANGUAGE plpgsql STABLE STRICT
SET pg_trgm.similarity_threshold = 0.2 AS $$
DECLARE
  heard text[] := ARRAY(SELECT DISTINCT loose_sound(s) FROM unnest(sounds_of(typed)) s);
  spelt text := CASE WHEN typed ~ '[\u0900-\u097f]' THEN sound_of(translate(typed, E'\u0948ऐ', E'\u093eअ')) END;
  most integer := CASE WHEN char_length(typed) < 4 THEN 0 WHEN char_length(typed) < 8 THEN 1 ELSE 2 END;
BEGIN
  IF char_length(typed) NOT BETWEEN 2 AND 40 OR typed ~ '\d' THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT 'sound', min(t.word), array_agg(DISTINCT m) FROM
    (SELECT w.word, ARRAY[w.lexeme] AS means FROM search_word w WHERE w.loose = ANY (heard)
     UNION ALL SELECT t.word, t.means FROM search_term t WHERE t.loose = ANY (heard) AND t.kind IN ('same', 'means')) t, unnest(t.means) m
  WHERE m <> '' HAVING count(*) > 0;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT 'beginning', min(t.word), array_agg(DISTINCT m) || ('''' || typed || ''':*') FROM
    (SELECT s.word, s.means FROM (
       SELECT w.word, ARRAY[w.lexeme] AS means FROM search_word w WHERE w.word LIKE typed || '%'
       UNION ALL SELECT t.word, t.means FROM search_term t WHERE t.kind IN ('same', 'means') AND t.word LIKE typed || '%' AND char_length(typed) >= 3) s
     ORDER BY char_length(s.word), s.word LIMIT 12) t, unnest(t.means) m
  WHERE m <> '' HAVING count(*) > 0;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT 'beginning', min(t.word), array_agg(DISTINCT t.lexeme) FROM
    (SELECT w.word, w.lexeme FROM search_word w WHERE char_length(heard[1]) >= 4 AND w.loose LIKE heard[1] || '%' AND w.lexeme <> ''
     ORDER BY char_length(w.word), w.word LIMIT 12) t
  HAVING count(*) > 0;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT 'apart', l.word || ' ' || r.word, ARRAY[l.lexeme || ' & ' || r.lexeme]
  FROM generate_series(3, char_length(typed) - 3) AS cut
  JOIN search_word l ON l.word = left(typed, cut) JOIN search_word r ON r.word = substr(typed, cut + 1)
  WHERE l.lexeme <> '' AND r.lexeme <> '' ORDER BY abs(cut - char_length(typed) / 2.0) LIMIT 1;
  IF FOUND OR most = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT 'corrected', near.word, near.means FROM (
    SELECT w.word, ARRAY[w.lexeme] AS means, w.loose, CASE WHEN spelt IS NULL THEN w.word ELSE w.sound END AS letters
    FROM search_word w WHERE w.word % coalesce(spelt, typed) AND w.lexeme <> ''
    UNION ALL SELECT t.word, t.means, t.loose, CASE WHEN spelt IS NULL THEN t.word ELSE t.sound END
    FROM search_term t WHERE t.word % coalesce(spelt, typed) AND t.kind IN ('same', 'means')) near
  CROSS JOIN LATERAL (SELECT levenshtein(near.letters, coalesce(spelt, typed)) AS wrong) far
  CROSS JOIN LATERAL (SELECT CASE WHEN far.wrong = 2 AND char_length(near.word) = char_length(typed)
      AND ARRAY(SELECT regexp_split_to_table(near.word, '') AS c ORDER BY c) = ARRAY(SELECT regexp_split_to_table(typed, '') AS c ORDER BY c)
    THEN 1 ELSE far.wrong END AS mistakes) m
  WHERE m.mistakes <= most AND char_length(near.letters) >= 4 AND left(near.loose, 1) = left(heard[1], 1)
  ORDER BY m.mistakes, similarity(near.word, coalesce(spelt, typed)) DESC, near.word LIMIT 1;
END $$;

-- A first set, which staff may change.
INSERT INTO search_synonym (kind, words, means) VALUES
  ('means', '{"haldi","haldi powder","turmeric powder"}', '{"turmeric spices","turmeric"}'),
  ('means', '{"jeera"}', '{"cumin spices","cumin"}'),
  ('means', '{"dhaniya","dhania"}', '{"coriander spices","coriander"}'),
  ('means', '{"kali mirch","gol mirch","golki","कालीमिर्च"}', '{"black pepper"}'),
  ('means', '{"lal mirch","lal mirchi","लाल मिर्च","red chilli powder"}', '{"chilli spices","chilli"}'),
  ('means', '{"mirchi","mirch","chili","chilli"}', '{"chilli"}'),
  ('means', '{"laung","lavang","clove"}', '{"cloves"}'),
  ('means', '{"elaichi","ilaichi","इलायची"}', '{"cardamom"}'),
  ('means', '{"methi","मेथी"}', '{"fenugreek","methi"}'),
  ('means', '{"ajwain","jowain","जमाइन","carom seeds","carom"}', '{"ajwain"}'),
  ('means', '{"javitri"}', '{"mace"}'),
  ('means', '{"jaiphal","jayphal"}', '{"nutmeg"}'),
  ('means', '{"khus khus","khaskhas","postadana","posto"}', '{"poppy seeds"}'),
  ('means', '{"hing","heeng","asafoetida"}', '{"hing"}'),
  ('means', '{"sendha namak","sendha","lahori namak"}', '{"rock salt","pink salt"}'),
  ('means', '{"kala namak"}', '{"black salt"}'),
  ('means', '{"namak","noon","नोन","salt"}', '{"salt"}'),
  ('means', '{"masala","masale","मसाले","spice","spices"}', '{"masala","spices"}'),
  ('means', '{"garam masala powder"}', '{"garam masala"}'),
  ('means', '{"panchphoran","panch phoran","पंचफोरन"}', '{"panch phoron"}'),
  ('means', '{"chaat masala","chat masala"}', '{"chaat masala"}'),
  ('means', '{"atta","aata","gehu ka atta","गेहूं का आटा","wheat flour","चिकस"}', '{"atta"}'),
  ('means', '{"flour","aata maida"}', '{"flour","atta","maida","besan"}'),
  ('means', '{"maida","refined flour"}', '{"maida"}'),
  ('means', '{"besan","gram flour","chickpea flour","चने का आटा"}', '{"besan"}'),
  ('means', '{"sattu","सतुआ"}', '{"sattu"}'),
  ('means', '{"suji","sooji","rava","semolina","सूजी"}', '{"suji"}'),
  ('means', '{"daliya","dalia","broken wheat"}', '{"dalia"}'),
  ('means', '{"chawal","chaur","चाउर","bhaat","rice"}', '{"rice","basmati"}'),
  ('means', '{"basmati","बासमती"}', '{"basmati"}'),
  ('means', '{"poha","chura","chiura","चूड़ा","flattened rice"}', '{"poha","chura"}'),
  ('means', '{"murmura","muri","मुढ़ी","puffed rice"}', '{"murmura"}'),
  ('means', '{"sevai","sewai","seviyan","सेवई","vermicelli"}', '{"vermicelli"}'),
  ('means', '{"dal","daal","daali","दालि","lentil","lentils","pulses"}', '{"dal","pulses"}'),
  ('means', '{"arhar","arhar dal","rahar","राहड़ि","tur dal","tuar"}', '{"toor"}'),
  ('means', '{"chana","chane","chickpea","chickpeas","gram"}', '{"chana"}'),
  ('means', '{"kabuli chana","chole","chhole"}', '{"kabuli chana"}'),
  ('means', '{"rajma","kidney beans"}', '{"rajma"}'),
  ('means', '{"masur","masoor","red lentil"}', '{"masoor"}'),
  ('means', '{"urad","udad","उड़द"}', '{"urad"}'),
  ('means', '{"moong","mung","green gram"}', '{"moong"}'),
  ('means', '{"lobia","black eyed peas"}', '{"lobia"}'),
  ('means', '{"soyabean","soybean","soya"}', '{"soya"}'),
  ('means', '{"jowar","ज्वार","sorghum"}', '{"jowar millets","jowar"}'),
  ('means', '{"bajra","pearl millet"}', '{"bajra millets","bajra"}'),
  ('means', '{"ragi","mandua","marua","मड़ुआ","finger millet"}', '{"ragi millets","ragi"}'),
  ('means', '{"shree anna","श्री अन्न","mota anaj"}', '{"millet"}'),
  ('means', '{"tel","oil","तेल"}', '{"oil"}'),
  ('means', '{"sarson ka tel","sarso tel","sarson tel","karu tel","करू तेल","kadwa tel","सरसों का तेल"}', '{"mustard oil"}'),
  ('means', '{"sarson","sarso","rai","mustard"}', '{"mustard"}'),
  ('means', '{"nariyal","narial","नारियल","coconut"}', '{"coconut"}'),
  ('means', '{"nariyal tel","nariyal ka tel"}', '{"coconut oil"}'),
  ('means', '{"til ka tel","sesame oil","gingelly"}', '{"gingelly","sesame oil"}'),
  ('means', '{"moongfali","mungfali","मूंगफली","peanut","peanuts","groundnut"}', '{"peanut","groundnut"}'),
  ('means', '{"moongfali ka tel","peanut oil"}', '{"groundnut oil"}'),
  ('means', '{"cooking oil","kitchen oil","khane ka tel","खाने का तेल"}', '{"mustard oil","groundnut oil","sunflower oil","sesame oil","niger seed oil","coconut oil","gingelly oil"}'),
  ('means', '{"til","तिल","sesame"}', '{"sesame","til","gingelly"}'),
  ('means', '{"alsi","अलसी","flax","linseed"}', '{"flax","flaxseed"}'),
  ('means', '{"surajmukhi"}', '{"sunflower"}'),
  ('means', '{"ghee","ghi","घी","घृत","clarified butter"}', '{"ghee"}'),
  ('means', '{"makhana","makhan","मखान","fox nut","fox nuts","foxnut","lotus seed","lotus seeds"}', '{"makhana","fox nut"}'),
  ('means', '{"kaju","cashew","cashews","cashew nuts"}', '{"cashews","kaju"}'),
  ('means', '{"badam","baadaam","almond","almonds"}', '{"almonds","badam"}'),
  ('means', '{"pista","pistachio"}', '{"pistachio"}'),
  ('means', '{"akhrot","walnut"}', '{"walnut"}'),
  ('means', '{"kishmish","kismis","किसमिस","munakka","raisin"}', '{"raisins"}'),
  ('means', '{"khajur","khajoor","chuhara","date palm fruit","dates"}', '{"dates"}'),
  ('means', '{"anjeer","anjir","fig","figs"}', '{"anjeer","figs"}'),
  ('means', '{"khubani","apricot"}', '{"apricot"}'),
  ('means', '{"sukhe mewe","सूखे मेवे","dry fruit","dry fruits","dryfruit","mewa","मेवा","sukha mewa","nuts","panchmewa"}', '{"dry fruits","almonds","cashews"}'),
  ('means', '{"magaj","kaddu ke beej"}', '{"pumpkin seeds"}'),
  ('means', '{"chai","chay","chaay","chai patti","chaipatti","चाय पत्ती","tea leaves","tea powder","tea"}', '{"tea","chai"}'),
  ('means', '{"coffee","kaafi","कॉफी","coffee powder"}', '{"coffee"}'),
  ('means', '{"sharbat","sherbet","शरबत","syrup"}', '{"sharbat","syrup"}'),
  ('means', '{"juice","रस"}', '{"juice"}'),
  ('means', '{"thandai","ठंडई"}', '{"thandai"}'),
  ('means', '{"namkeen","namkin","नमकीन","mixture","nimki"}', '{"namkeen","bhujia","sev","mixture"}'),
  ('means', '{"bhujia","bhujiya"}', '{"bhujia"}'),
  ('means', '{"mithai","meetha","mithaai","मिठाइ","sweets","sweet"}', '{"mithai","laddu"}'),
  ('means', '{"halwa","barfi","burfi","peda","rasgulla","gulab jamun","jalebi"}', '{"mithai"}'),
  ('means', '{"laddu","ladoo","laddoo","lddu","लड्डू"}', '{"laddu"}'),
  ('means', '{"kaju katli","kaju barfi","kaju katali"}', '{"kaju katli"}'),
  ('means', '{"biscuit","biscuits","biskut","बिस्कुट","cookie","cookies"}', '{"biscuits","cookies"}'),
  ('means', '{"rusk","toast biscuit"}', '{"rusk"}'),
  ('means', '{"gud","gur","gurh","गुड़","jaggery"}', '{"jaggery","gur"}'),
  ('means', '{"chikki","gajak","tilkut"}', '{"chikki","tilkut"}'),
  ('means', '{"achar","aachar","achaar","अँचार","pickle"}', '{"pickle"}'),
  ('means', '{"aam ka achar","आम का अचार"}', '{"mango pickle"}'),
  ('means', '{"nimbu ka achar","नींबू का अचार"}', '{"lemon pickle"}'),
  ('means', '{"aam","आम","mango"}', '{"mango"}'),
  ('means', '{"nimbu","neembu","नींबू","नेबो","lemon"}', '{"lemon"}'),
  ('means', '{"lahsun","lehsun","लहसुन","garlic"}', '{"garlic"}'),
  ('means', '{"imli","tamarind"}', '{"tamarind"}'),
  ('means', '{"pudina","mint"}', '{"mint","pudina"}'),
  ('means', '{"shahad","shahed","madhu","मौध","honey"}', '{"honey"}'),
  ('means', '{"murabba","jam"}', '{"jam","preserve","gulkand"}'),
  ('means', '{"chutney","chatni","चटनी","sauce"}', '{"chutney","sauce"}'),
  ('means', '{"ketchup","tomato sauce","sos"}', '{"ketchup"}'),
  ('means', '{"sabji masala","meat masala powder"}', '{"masala"}'),
  ('means', '{"saree","sari","sadi","साड़ी","sarees","sarhi"}', '{"saree"}'),
  ('means', '{"resham","reshmi","रेशमी","silk"}', '{"silk"}'),
  ('means', '{"sooti","suti","सूती","cotton"}', '{"cotton"}'),
  ('means', '{"kurta","कुर्ता","kurte"}', '{"kurta"}'),
  ('means', '{"kurti","kurtis","कुर्ती"}', '{"kurti","kurta"}'),
  ('means', '{"salwar","shalwar","सलवार"}', '{"salwar"}'),
  ('means', '{"salwar suit","suit salwar","punjabi suit","ladies suit","churidar suit"}', '{"suit set","sharara","kurta set","palazzo set"}'),
  ('means', '{"lehenga","lahanga","lehanga","ghagra","लहंगा"}', '{"lehenga"}'),
  ('means', '{"dupatta","chunni","chunri","odhni","chunari","चुनरी"}', '{"dupatta"}'),
  ('means', '{"stole","shawl","scarf"}', '{"stole"}'),
  ('means', '{"blouse"}', '{"crop top"}'),
  ('means', '{"kameez","kamij","qameez","कमीज","shirt","shirts"}', '{"shirt"}'),
  ('means', '{"t shirt","tshirt","tee shirt","t shirts","tshirts","tee","टी शर्ट","टीशर्ट"}', '{"t-shirt"}'),
  ('means', '{"pant","pants","trouser","patloon","पैंट"}', '{"trousers","pants","chinos"}'),
  ('means', '{"jeans","jins","जींस","denim"}', '{"jeans","denim"}'),
  ('means', '{"pajama","pyjama","paijama","पजामा","पायजामा"}', '{"pyjama"}'),
  ('means', '{"dhoti","धोती"}', '{"dhoti"}'),
  ('means', '{"gamchha","gamcha","angocha","अंगोछा","गमछा"}', '{"gamchha"}'),
  ('means', '{"lungi","tehmat"}', '{"lungi"}'),
  ('means', '{"sweater","swetar","स्वेटर"}', '{"sweater","cardigan"}'),
  ('means', '{"jacket","coat","jaket"}', '{"jacket"}'),
  ('means', '{"jhabla","onesie","baby dress"}', '{"jhabla","romper","bodysuit"}'),
  ('means', '{"frock","फ्रॉक"}', '{"frock"}'),
  ('means', '{"kapda","kapde","कपड़े","clothes","clothing"}', '{"clothing","wear"}'),
  ('means', '{"bachchon ke kapde","बच्चों के कपड़े","kids wear","kids dress","baby clothes"}', '{"kids clothing","infant wear","girls dresses","boys sets"}'),
  ('means', '{"joota","joote","juta","जूते","जूता","shoe","shoes"}', '{"shoes"}'),
  ('means', '{"chappal","chappals","slipper","slippers","flip flops","चप्पल"}', '{"chappal","sandals","floaters"}'),
  ('means', '{"sandal","sandals","sandel"}', '{"sandals"}'),
  ('means', '{"jutti","jooti","mojri","जूती"}', '{"jutti","mojari"}'),
  ('means', '{"sneaker","sneakers"}', '{"sneakers"}'),
  ('means', '{"bag","thaila","झोला","jhola","thela"}', '{"bag"}'),
  ('means', '{"basta","बस्ता","school bag","schoolbag","backpack","pithu"}', '{"backpack"}'),
  ('means', '{"purse","ladies purse","handbag","पर्स"}', '{"handbags","clutch","satchel"}'),
  ('means', '{"batua","wallet","बटुआ"}', '{"wallet"}'),
  ('means', '{"belt","पेटी"}', '{"belt"}'),
  ('means', '{"suitcase","attachi","luggage","trolley bag"}', '{"luggage","trolley"}'),
  ('means', '{"gahne","gehne","zevar","jewar","jewellery","jewelry","gahana","गहना","ज़ेवर","आभूषण","abhushan"}', '{"jewellery"}'),
  ('means', '{"jhumka","jhumke","झुमका","kaan ki bali","bali","earring","earrings"}', '{"earrings"}'),
  ('means', '{"haar","har","necklace","हार"}', '{"necklace","haar"}'),
  ('means', '{"mangal sutra"}', '{"mangalsutra"}'),
  ('means', '{"chudi","churi","choodi","choori","चूड़ी","चूड़ियां","bangle","bangles","लहठी","lahthi"}', '{"bangles"}'),
  ('means', '{"kangan","kada","kara","कंगन"}', '{"kada","bangles"}'),
  ('means', '{"angoothi","anguthi","अंगूठी","ring"}', '{"ring"}'),
  ('means', '{"nath","nathuni","nathiya","नथ","nose ring"}', '{"nath","nose pin"}'),
  ('means', '{"bichhiya","bichiya","बिछिया"}', '{"toe ring"}'),
  ('means', '{"payal","pajeb","anklet","पायल"}', '{"payal"}'),
  ('means', '{"ghadi","ghari","घड़ी"}', '{"watches","clocks"}'),
  ('means', '{"haath ghadi","hath ghadi","wrist watch","wristwatch"}', '{"watches"}'),
  ('means', '{"deewar ghadi","diwar ghadi","दीवार घड़ी"}', '{"wall clock"}'),
  ('means', '{"chashma","dhoop ka chashma","चश्मा","goggles","sun glasses","sunglass","shades"}', '{"sunglasses"}'),
  ('means', '{"mobile","mobile phone","cell phone","cellphone","phone","fone","smart phone","फोन","मोबाइल","handset"}', '{"smartphone"}'),
  ('means', '{"phone cover","मोबाइल कवर","फोन कवर","back cover","mobile cover","phone case","mobile case","back case","mobile back cover","कवर"}', '{"back cover","flip cover","print case","rugged case"}'),
  ('means', '{"screen guard","screen protector","tempered"}', '{"tempered glass"}'),
  ('means', '{"charger","charjar","चार्जर","adapter"}', '{"charger","adapter"}'),
  ('means', '{"phone charger","mobile charger","fast charger"}', '{"wall charger","wireless charger","car charger"}'),
  ('means', '{"cable","data cable","usb cable","charging cable","taar"}', '{"cable"}'),
  ('means', '{"power bank","powerbank","पावर बैंक"}', '{"power banks"}'),
  ('means', '{"tablet","tab","टैबलेट"}', '{"tablets"}'),
  ('means', '{"laptop","lap top","लैपटॉप","notebook computer"}', '{"laptop"}'),
  ('means', '{"computer","pc","कंप्यूटर"}', '{"laptops","computers"}'),
  ('means', '{"keyboard","key board"}', '{"keyboard"}'),
  ('means', '{"mouse","माउस"}', '{"mouse"}'),
  ('means', '{"pendrive","pen drive","flash drive","usb stick"}', '{"pen drive"}'),
  ('means', '{"hard disk","hard drive","harddisk","hdd"}', '{"hard disk","ssd"}'),
  ('means', '{"memory card","sd card","micro sd"}', '{"microsd card"}'),
  ('means', '{"router","wifi router","wifi","wi fi","वाईफाई"}', '{"router","wi-fi"}'),
  ('means', '{"printer","प्रिंटर"}', '{"printer"}'),
  ('means', '{"headphone","headphones","headset","हेडफोन"}', '{"headphones","headset"}'),
  ('means', '{"earphone","earphones","ear phone","earbud","earbuds","ear buds","airpods","tws","ईयरफोन","handsfree","hands free"}', '{"earbuds","neckband","buds"}'),
  ('means', '{"neckband","neck band"}', '{"neckband"}'),
  ('means', '{"speaker","bluetooth speaker box","spikar","स्पीकर"}', '{"speaker","soundbar"}'),
  ('means', '{"smart watch","smartwatch","fitness tracker","fitness band"}', '{"smartwatch","fitness band"}'),
  ('means', '{"tv","t v","television","टीवी","led tv","smart tv","tele vision"}', '{"televisions","tv"}'),
  ('means', '{"camera","kaimra","कैमरा"}', '{"camera"}'),
  ('means', '{"cctv","cctv camera","security camera"}', '{"security cameras"}'),
  ('means', '{"bulb","led bulb","batti","बल्ब"}', '{"bulb lighting","bulb smart","bulb"}'),
  ('means', '{"kadhai","kadahi","karahi","karhai","kadai","कढ़ाई","कड़ाही","wok"}', '{"kadhai"}'),
  ('means', '{"tawa","tava","tava pan","तवा","griddle"}', '{"tawa"}'),
  ('means', '{"patila","bhagona","pateela","pot"}', '{"handi","uruli"}'),
  ('means', '{"frypan","non stick pan"}', '{"fry pan"}'),
  ('means', '{"cooker","kukar","कुकर","pressure cooker"}', '{"pressure cooker"}'),
  ('means', '{"chaku","chakku","chhuri","चाकू","knife"}', '{"knife"}'),
  ('means', '{"chakla belan","belan","बेलन"}', '{"rolling pin"}'),
  ('means', '{"kalchhi","karchhul","ladle","chamach","chamcha","चम्मच","spoon"}', '{"ladle"}'),
  ('means', '{"bartan","utensils","बर्तन","crockery"}', '{"cookware","dinner set","thali"}'),
  ('means', '{"thali","thaali","thari","थाली","plate"}', '{"thali","plate"}'),
  ('means', '{"katori","kator","bowl","कटोरी"}', '{"katori","bowl"}'),
  ('means', '{"gilas","glass","gilaas","गिलास"}', '{"glass","tumbler"}'),
  ('means', '{"cup","kap","mug","कप"}', '{"mug","kulhad"}'),
  ('means', '{"bottle","botal","बोतल","paani ki botal","pani ki bottle","water bottle"}', '{"bottle"}'),
  ('means', '{"thermos","flask"}', '{"vacuum flask"}'),
  ('means', '{"tiffin","tifin","lunchbox","टिफिन","dabba lunch"}', '{"tiffin","lunch box"}'),
  ('means', '{"dabba","डिब्बा","container","jar","barni"}', '{"jar","dabba","container"}'),
  ('means', '{"mixer","mixi","mixie","mixer grinder","मिक्सी","मिक्सर"}', '{"mixer grinder","juicer mixer"}'),
  ('means', '{"juicer"}', '{"juicer"}'),
  ('means', '{"pankha","pankhaa","पंखा","fan"}', '{"fan"}'),
  ('means', '{"cooler","kular","कूलर","air cooler"}', '{"cooler"}'),
  ('means', '{"kettle","ketli","केतली"}', '{"kettle"}'),
  ('means', '{"induction","induction stove","induction chulha","chulha"}', '{"induction cooktop"}'),
  ('means', '{"istri","istari","press iron","इस्त्री","clothes iron"}', '{"iron"}'),
  ('means', '{"water filter","purifier","ro","water purifier","aquaguard"}', '{"water purifier"}'),
  ('means', '{"chadar","chaddar","चादर","bed sheet","bedsheet","palang ki chadar","bedcover"}', '{"bedsheet","bedcover"}'),
  ('means', '{"razai","rajai","रजाई","quilt","comforter"}', '{"razai","quilt","comforter","dohar"}'),
  ('means', '{"kambal","कंबल","blanket"}', '{"dohar","comforter"}'),
  ('means', '{"takiya","तकिया","pillow"}', '{"pillow"}'),
  ('means', '{"parda","pardaa","pardah","पर्दा","परदा","curtain","curtains"}', '{"curtain"}'),
  ('means', '{"tauliya","toliya","तौलिया","towel"}', '{"towel"}'),
  ('means', '{"dari","durrie","दरी","carpet","kaleen","galicha","कालीन"}', '{"durrie","rug"}'),
  ('means', '{"paydan","payedan","पायदान","door mat"}', '{"doormat"}'),
  ('means', '{"kursi","कुर्सी","chair"}', '{"chair"}'),
  ('means', '{"stool","mudha","modha","मूढ़ा"}', '{"stool"}'),
  ('means', '{"mez","mej","मेज","टेबल","table","desk"}', '{"table","desk"}'),
  ('means', '{"study table","padhai ki mez"}', '{"study desk"}'),
  ('means', '{"almari","almirah","almira","cupboard","अलमारी"}', '{"wardrobe","cabinet"}'),
  ('means', '{"palang","bed"}', '{"bed","bedding"}'),
  ('means', '{"furniture","फर्नीचर"}', '{"furniture"}'),
  ('means', '{"aaina","aina","sheesha","darpan","आईना","mirror"}', '{"mirror"}'),
  ('means', '{"lamp","chirag"}', '{"lamp"}'),
  ('means', '{"guldasta","flower vase","phooldan","फूलदान","vase"}', '{"vase"}'),
  ('means', '{"gamla","गमला","pot planter","planter","flower pot"}', '{"planter"}'),
  ('means', '{"face wash","facewash","fesh wash","फेस वॉश"}', '{"face wash","cleanser"}'),
  ('means', '{"cream","face cream","moisturizer","moisturiser","क्रीम"}', '{"cream","moisturiser"}'),
  ('means', '{"sunscreen","sun cream","sunblock"}', '{"sunscreen"}'),
  ('means', '{"lipstick","lipistick","लिपस्टिक"}', '{"lipstick"}'),
  ('means', '{"kajal","kaajal","surma","काजल"}', '{"kajal"}'),
  ('means', '{"nail paint","nail polish","nailpolish"}', '{"nail polish"}'),
  ('means', '{"makeup","make up","श्रृंगार","shringar"}', '{"make-up"}'),
  ('means', '{"bindi","tikuli","टिकुली","बिंदी"}', '{"bindi"}'),
  ('means', '{"sindoor","sindur","sinur","सिंदूर","senur"}', '{"sindoor"}'),
  ('means', '{"mehndi","mehendi","mehandi","मेहंदी","मेंहदी","heena","henna"}', '{"mehendi","henna"}'),
  ('means', '{"baal ka tel","balon ka tel","baalon ka tel","bal tel","keshtel","बालों का तेल"}', '{"hair oil"}'),
  ('means', '{"hair colour","hair color","hair dye","baal rangne ka"}', '{"hair colour"}'),
  ('means', '{"shampoo","shampu","शैम्पू"}', '{"shampoo"}'),
  ('means', '{"kanghi","kangha","कंघी","comb"}', '{"comb"}'),
  ('means', '{"sabun","saboon","sabuni","साबुन","soap","nahane ka sabun"}', '{"soap"}'),
  ('means', '{"itr","ittar","itar","attar","इत्र","ittr"}', '{"attar"}'),
  ('means', '{"perfume","scent","deo","deodorant"}', '{"perfume","parfum","deo"}'),
  ('means', '{"dadhi","beard","shaving","trimmer"}', '{"beard","shaving"}'),
  ('means', '{"chyavanprash","chyawanprash","च्यवनप्राश"}', '{"chyawanprash"}'),
  ('means', '{"jadi booti","jadibooti","जड़ी बूटी","herbs","herbal medicine"}', '{"herbal","ayurveda"}'),
  ('means', '{"ashwagandha","asgandh","अश्वगंधा"}', '{"ashwagandha"}'),
  ('means', '{"giloy","guduchi"}', '{"giloy"}'),
  ('means', '{"alovera","aloevera","gwarpatha","एलोवेरा"}', '{"aloe vera"}'),
  ('means', '{"balm","baam","बाम","pain balm","dard ki dawa"}', '{"balm","pain relief"}'),
  ('means', '{"malish tel","massage oil","मालिश"}', '{"massage oil","mahanarayan oil"}'),
  ('means', '{"mithila painting","madhubani art","mithila art","मिथिला पेंटिंग","मधुबनी पेंटिंग"}', '{"madhubani painting"}'),
  ('means', '{"painting","chitra","chitrakala","चित्र","पेंटिंग"}', '{"painting"}'),
  ('means', '{"tokri","dalia basket","टोकरी","basket"}', '{"basket"}'),
  ('means', '{"baans","bans","बांस","bamboo"}', '{"bamboo"}'),
  ('means', '{"sikki","sikki craft","मूंज"}', '{"sikki"}'),
  ('means', '{"mitti","matti","mitti ke bartan","clay"}', '{"terracotta","clay"}'),
  ('means', '{"khilauna","khilona","khilaune","खिलौना","खिलौने","toy","toys"}', '{"toy"}'),
  ('means', '{"gudiya","guriya","गुड़िया","doll","dolls"}', '{"doll"}'),
  ('means', '{"putul","kathputli","puppet","कठपुतली"}', '{"kathputli","puppet"}'),
  ('means', '{"murti","moorti","मूर्ति","statue","idol","pratima"}', '{"idol"}'),
  ('means', '{"kitab","kitaab","pustak","pothi","किताब","पुस्तक","पोथी","books","book"}', '{"books"}'),
  ('means', '{"upanyas","novel","उपन्यास","sahitya","kahani","story","stories","कहानी"}', '{"literature","stories"}'),
  ('means', '{"kavita","poetry","कविता"}', '{"poetry"}'),
  ('means', '{"copy","kapi","कॉपी","notebook","note book","register","नोटबुक"}', '{"notebook"}'),
  ('means', '{"diary","dayri","डायरी"}', '{"diary","journal"}'),
  ('means', '{"kalam","qalam","pen","कलम","पेन"}', '{"pen"}'),
  ('means', '{"pencil","pensil","पेंसिल"}', '{"pencil"}'),
  ('means', '{"rang","colour","color","paint"}', '{"paint","colours"}'),
  ('means', '{"padhai","school","pariksha","exam","परीक्षा"}', '{"exam","school"}'),
  ('means', '{"baja","vadya","वाद्य","instrument","musical instrument"}', '{"instruments"}'),
  ('means', '{"bansuri","basuri","basri","flute","बांसुरी"}', '{"bansuri"}'),
  ('means', '{"dhol","dholak","ढोलक"}', '{"dholak"}'),
  ('means', '{"tabla","तबला"}', '{"tabla"}'),
  ('means', '{"guitar","gitar","गिटार"}', '{"guitar"}'),
  ('means', '{"shankh","शंख"}', '{"conch shell"}'),
  ('means', '{"agarbatti","agarbati","अगरबत्ती","incense","incense sticks","dhoopbatti"}', '{"agarbatti","dhoop"}'),
  ('means', '{"dhoop","dhup","धूप","loban"}', '{"dhoop"}'),
  ('means', '{"diya","deepak","diye","दीया","दीपक","dipak"}', '{"diya","lamp"}'),
  ('means', '{"mombatti","candle","candles","मोमबत्ती"}', '{"candle"}'),
  ('means', '{"kapoor","kapur","कपूर","camphor"}', '{"camphor"}'),
  ('means', '{"pooja","puja","पूजा","worship"}', '{"puja"}'),
  ('means', '{"pooja thali","puja thali","aarti thali"}', '{"puja thali"}'),
  ('means', '{"ghanti","घंटी","bell"}', '{"bell"}'),
  ('means', '{"mala","माला"}', '{"mala"}'),
  ('means', '{"janeu","jeneu","जनेऊ"}', '{"janeu"}'),
  ('means', '{"rakhi","raakhi","राखी"}', '{"rakhi"}'),
  ('means', '{"gulal","abir","अबीर","rang holi"}', '{"gulal"}'),
  ('means', '{"diwali","deepawali","dipawali","दीवाली","दिवाली"}', '{"diwali"}'),
  ('means', '{"chhath","chhat puja","chath","छठ","छठि"}', '{"chhath"}'),
  ('means', '{"shaadi","shadi","vivah","biyah","शादी","wedding"}', '{"wedding"}'),
  ('means', '{"uphar","tohfa","gift","gifts","उपहार"}', '{"gift"}'),
  ('means', '{"bachcha","baccha","baby","shishu","शिशु"}', '{"baby"}'),
  ('means', '{"jhula","jhoola","palna","झूला","cradle"}', '{"jhoola","crib"}'),
  ('means', '{"doodh ki botal","milk bottle","feeder"}', '{"feeding bottle"}'),
  ('means', '{"cricket bat","balla","बल्ला","bat"}', '{"bat"}'),
  ('means', '{"gend","ball","गेंद"}', '{"ball"}'),
  ('means', '{"football","futball","फुटबॉल"}', '{"football"}'),
  ('means', '{"racket","racquet","badminton bat"}', '{"racket"}'),
  ('means', '{"shuttle","shuttlecock","chidiya"}', '{"shuttlecock"}'),
  ('means', '{"yoga","yog","योग","yoga mat chatai"}', '{"yoga"}'),
  ('means', '{"dumbbell","dumbell","डंबल","dumbbells","gym","weights"}', '{"dumbbell","strength","gym"}'),
  ('means', '{"cycle","saikil","cycles","bicycle","bike","साइकिल"}', '{"bicycle","cycle"}'),
  ('means', '{"patang","guddi","पतंग","kite"}', '{"kite"}'),
  ('means', '{"tent","tambu"}', '{"tent"}'),
  ('means', '{"paudha","paudhe","podha","plant","पौधा","पौधे"}', '{"plant"}'),
  ('means', '{"beej","bij","beeya","बीज","seed","seeds"}', '{"seeds"}'),
  ('means', '{"khad","khaad","खाद","fertilizer","fertiliser","compost","manure"}', '{"vermicompost","fertiliser","cocopeat"}'),
  ('means', '{"tulsi","तुलसी","basil"}', '{"tulsi"}'),
  ('means', '{"hathoda","hathauda","हथौड़ा","hammer"}', '{"hammer tools","hammer"}'),
  ('means', '{"pechkas","pechkash","पेचकस","screw driver","screwdriver"}', '{"screwdriver"}'),
  ('means', '{"auzar","aujar","औजार","tools","tool"}', '{"tool"}'),
  ('means', '{"jhadu","jhaadu","jharu","झाड़ू","बाढ़नि","broom"}', '{"broom"}'),
  ('means', '{"pocha","ponchha","पोछा","mop"}', '{"mop"}'),
  ('means', '{"balti","baalti","बाल्टी","bucket"}', '{"bucket"}'),
  ('means', '{"phenyl","finail","floor cleaner","फिनाइल"}', '{"floor cleaner"}'),
  ('means', '{"torch","tarch","टॉर्च","flashlight"}', '{"torch"}'),
  ('means', '{"extension","extension cord","spike board","switch board"}', '{"extension board","modular switch"}'),
  ('means', '{"kutta","dog","कुत्ता","कुत्ते"}', '{"dog"}'),
  ('means', '{"pet","pets","paltu"}', '{"pet"}'),
  ('means', '{"billi","cat","बिल्ली"}', '{"cat"}'),
  ('means', '{"machhli","machli","fish","मछली"}', '{"fish"}'),
  ('means', '{"lal","laal","red","लाल"}', '{"red","cherry","maroon"}'),
  ('means', '{"neela","nila","blue","नीला"}', '{"blue","navy","indigo"}'),
  ('means', '{"hara","green","हरा"}', '{"green"}'),
  ('means', '{"peela","pila","yellow","पीला"}', '{"yellow","mustard"}'),
  ('means', '{"kala","black","काला"}', '{"black"}'),
  ('means', '{"safed","ujla","white","सफेद"}', '{"white","ivory"}'),
  ('means', '{"gulabi","pink","गुलाबी"}', '{"pink","blush"}'),
  ('means', '{"kids","kid","child","children","bachche","bachchon","बच्चे","बच्चों","नेना"}', '{"children","kids"}'),
  ('means', '{"ladies","women","woman","mahila","aurat","महिला","औरत","जनानी"}', '{"women","ladies"}'),
  ('means', '{"men","gents","man","purush","mard","पुरुष","मर्द"}', '{"men"}'),
  ('means', '{"tamatar","टमाटर","tamaatar"}', '{"tomato"}'),
  ('means', '{"khana","खाना","aahar","food"}', '{"food"}'),
  ('means', '{"frying pan"}', '{"fry pan","sauté pan","pan"}'),
  ('means', '{"drill machine","drill"}', '{"drill"}'),
  ('means', '{"पाउडर","पावडर","powder","churna","choorna","चूर्ण"}', '{"powder"}'),
  ('means', '{"टेबल लैंप"}', '{"table lamp"}'),
  ('means', '{"shatranj","शतरंज"}', '{"chess"}'),
  ('means', '{"harmonium","हारमोनियम"}', '{"harmonium"}'),
  ('ignored', '{"ka","ki","ke","ko","se","me","mein","wala","wali","wale","vala","vali","liye","chahiye","aur","hai","का","की","के","को","से","में","वाला","वाली","वाले","लिए","चाहिए","और","है","लेल"}', '{}'),
  ('ignored', '{"केर","क"}', '{}'),
  ('ignored', '{"buy","online","price","rate","best","good","cheap","new","latest","quality","offer","combo offer","shop","shopping","kharidna","kharide","dikhao","sasta","sasti","saste","accha","achha","acchi","naya","nayi","badhiya","asli","original","pure","daam"}', '{}'),
  ('ignored', '{"keemat","खरीदें","सस्ता","सस्ती","अच्छा","अच्छी","नया","नई","दाम","कीमत","असली","शुद्ध","नीक","बढ़िया"}', '{}'),
  ('ignored', '{"pack","packet","piece","pieces","pcs","set of","pair of"}', '{}'),
  ('unsold', '{"tractor","ट्रैक्टर","car tyre","tyre","tyres","tire","engine oil","petrol","diesel","generator","cement","bricks","सीमेंट"}', '{}'),
  ('unsold', '{"refrigerator","fridge","freezer","फ्रिज","washing machine","वाशिंग मशीन","air conditioner","microwave","dishwasher","vacuum cleaner","geyser"}', '{}'),
  ('unsold', '{"scooter","motorcycle","motorbike","helicopter","truck tyre","aeroplane","flight ticket","train ticket","bus ticket","movie ticket","recharge","insurance","loan"}', '{}'),
  ('unsold', '{"beer","wine","whisky","vodka","alcohol","daru","sharab","शराब","cigarette","cigarettes","tobacco","gutka","gutkha","bidi","gun","pistol","rifle","bullet"}', '{}'),
  ('unsold', '{"paracetamol","antibiotic","antibiotics","crocin","insulin","vaccine","syringe","stethoscope","wheelchair"}', '{}'),
  ('unsold', '{"chicken","mutton","eggs","anda","अंडा","paneer","पनीर","doodh","दूध","dahi","दही","milk powder","ice cream","pizza","burger","sandwich bread","tomatoes","onion","onions","pyaz","प्याज","aloo sabzi","fresh vegetables","sabzi","सब्जी"}', '{}'),
  ('unsold', '{"playstation","xbox","gaming console","drone","projector","iphone","ipad","macbook","kindle","telescope","microscope","piano","saxophone","trumpet"}', '{}');
