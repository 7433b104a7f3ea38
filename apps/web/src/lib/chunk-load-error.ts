/** Code that loads on demand did not: the connection failed, or the server has another version by now. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

export async function loadChunk<Chunk>(chunk: Promise<Chunk>): Promise<Chunk> {
  try {
    return await chunk;
  } catch (cause) {
    throw new ChunkLoadError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
