/** A part of the app did not come: the line broke, or the server has another version by now. */
export class NotLoaded extends Error {
  override name = 'NotLoaded';
}

export async function part<Part>(coming: Promise<Part>): Promise<Part> {
  try {
    return await coming;
  } catch (cause) {
    throw new NotLoaded(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
