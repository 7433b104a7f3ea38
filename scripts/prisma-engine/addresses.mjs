// Converts Prisma's database URLs to options of `pg`.

/** @param {string} url @param {string} [database] another database of the same server */
export function poolConfig(url, database) {
  const address = new URL(url);
  const schema = address.searchParams.get('schema') ?? undefined;
  for (const prismas of ['schema', 'connection_limit']) address.searchParams.delete(prismas);
  if (database) address.pathname = `/${database}`;
  return {
    connectionString: address.toString(),
    // `pg` doesn't support ?schema=
    ...(schema ? { options: `-c search_path="${schema}"` } : {}),
  };
}

/** @param {string} url */
export const schemaOf = (url) => new URL(url).searchParams.get('schema') ?? undefined;

/** @param {string} url */
export const databaseOf = (url) => decodeURIComponent(new URL(url).pathname.slice(1));

/** @param {string} name */
export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
