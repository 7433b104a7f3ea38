// Statements for the index of titles. A first scan writes 50,000 rows of each table, and each start reads them. Prisma
// takes eight times as long and delays other requests. Node parses JSON faster than pg parses arrays.

/** All titles as `TitleRecord`. */
export const LIST_TITLES = `
  SELECT kind, id::float8 AS id, key, title, original_title AS "originalTitle", year, is_video AS "isVideo",
    tmdb_id::float8 AS "tmdbId", imdb_id AS "imdbId", matched_at AS "matchedAt", overview, to_json(genre_ids) AS "genreIds",
    rating, runtime, poster, backdrop, poster_file AS "posterFile", backdrop_file AS "backdropFile",
    correction, set_name AS "setName", to_json(people) AS people, notes
  FROM library_titles`;

/** All files as `FileRecord`. */
export const LIST_FILES = `
  SELECT store, path, kind, title_id::float8 AS "titleId", season, to_json(episodes) AS episodes,
    episode_name AS "episodeName", episode_overview AS "episodeOverview", height, is_playable AS "isPlayable",
    size::float8 AS size, modified_at AS "modifiedAt", identity, added_at AS "addedAt", missing_since AS "missingSince",
    extra, media, pinned, has_frame AS "hasFrame", season_poster AS "seasonPoster"
  FROM library_files`;

/** $1: an array of `{kind, id}` as JSON. */
export const DELETE_TITLES = `
  DELETE FROM library_titles AS title USING json_to_recordset($1::json) AS gone(kind text, id bigint)
  WHERE title.kind = gone.kind AND title.id = gone.id`;

/** $1: an array of `{store, path}` as JSON. */
export const DELETE_FILES = `
  DELETE FROM library_files AS file USING json_to_recordset($1::json) AS gone(store text, path text)
  WHERE file.store = gone.store AND file.path = gone.path`;

/** $1: an array of rows as JSON. Another replica that reads the same folders may have added the same rows. */
export const INSERT_TITLES = `
  INSERT INTO library_titles SELECT * FROM json_populate_recordset(NULL::library_titles, $1::json)
  ON CONFLICT DO NOTHING`;

/** $1: an array of rows as JSON. */
export const INSERT_FILES = `
  INSERT INTO library_files SELECT * FROM json_populate_recordset(NULL::library_files, $1::json)
  ON CONFLICT DO NOTHING`;
